#include "app/state/lesson_limits.h"

#include <fmt/format.h>

#include "core/tensor/error.h"

namespace vitrine {

void refuse_lessons(const State& state, std::string_view deed) {
    if (state.lesson_acts) throw Error(fmt::format("this {}: {}", deed, lesson_limits));
}

void refuse_files_to_lessons(const State& state, const ModelRequest& request) {
    if (!request.sample || request.names_batch()) refuse_lessons(state, "opens files");
}

void do_command(State& state, const LetLessonAct& command) { state.lesson_acts = command.acts; }

}  // namespace vitrine
