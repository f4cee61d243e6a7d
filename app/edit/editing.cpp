#include "app/edit/editing.h"

#include <algorithm>

#include "app/compare/comparing.h"
#include "app/state/learning.h"
#include "app/state/refusals.h"
#include "app/state/replaced.h"

namespace vitrine {

std::string edit_refusal(const State& state) {
    if (shows_a(state)) return "run A is kept as it is: show B to change something (Shift+B)";
    return state.of<Learning>().changes_model() ? "a model in training changes by itself: pause it first" : "";
}

std::string token_refusal(const State& state) {
    const std::string why = edit_refusal(state);
    if (!why.empty() || state.run->is_transformer()) return why;
    return "an attention alone reads vectors: these are only names for them, not tokens";
}

std::string why_not_edited(const State& state) { return state.run ? edit_refusal(state) : needs_run(state); }

namespace {

/// The words for a step of the history or, if there is none left, for a model that was on the screen.
std::string words_of(const State& state, const std::string& step, ReplacedModels::Way way) {
    if (!step.empty()) return step;
    const std::string model = replaced_words(state, way);
    return model.empty() ? "" : (way == ReplacedModels::Way::back ? "back to " : "on to ") + model;
}

}  // namespace

std::string undo_words(const State& state) { return words_of(state, state.history.undo_words(), ReplacedModels::Way::back); }

std::string redo_words(const State& state) { return words_of(state, state.history.redo_words(), ReplacedModels::Way::forth); }

bool can_edit(const State& state) { return state.run && edit_refusal(state).empty(); }

bool is_silenced(const State& state, const std::string& attention, Size head) {
    return std::ranges::count(shown_edits(state).interventions.silenced, SilencedHead{attention, head}) > 0;
}

}  // namespace vitrine
