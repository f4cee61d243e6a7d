#include "app/edit/editing.h"

#include <algorithm>

#include "app/compare/comparing.h"
#include "app/state/learning.h"
#include "app/state/refusals.h"

namespace vitrine {

std::string edit_refusal(const State& state) {
    if (shows_a(state)) return "run A is kept as it is: show B to change something (Shift+B)";
    return state.of<Learning>().shown ? "a model in training changes by itself" : "";
}

std::string why_not_edited(const State& state) { return state.run ? edit_refusal(state) : needs_run(state); }

bool can_edit(const State& state) { return state.run && edit_refusal(state).empty(); }

bool is_silenced(const State& state, const std::string& attention, Size head) {
    return std::ranges::count(shown_edits(state).interventions.silenced, SilencedHead{attention, head}) > 0;
}

}  // namespace vitrine
