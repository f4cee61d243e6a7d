#include "app/state/clipboard.h"

#include <utility>

#include "app/state/lesson_limits.h"

namespace vitrine {

void copy_text(State& state, std::string text) {
    refuse_lessons(state, "writes to the clipboard");
    state.copied = std::move(text);
    if (!state.copied.empty()) ++state.copies;
}

void do_command(State& state, const CopyText& command) { copy_text(state, command.text); }

}  // namespace vitrine
