/// How commands change the comparison of two runs.

#include "app/compare/commands.h"

#include <algorithm>

#include "app/base/command.h"
#include "app/compare/comparing.h"
#include "app/state/place.h"

namespace vitrine {

void activate_run_b(State& state, const CommandTraits& traits) {
    ComparisonView& comparison = state.of<ComparisonView>();
    if (!comparison.pinned) return;
    if (traits.brings_b_forward && comparison.side == ComparedSide::a) {
        comparison.side = ComparedSide::b;
        show_run(state, comparison.working);
    }
    if (traits.edits_run || traits.acts_on_b) state.run = comparison.working;
}

namespace {

/// If the shown run was replaced by another one, that is the new run B; then shows the chosen side.
void show_side(State& state, const std::shared_ptr<const Run>& before) {
    ComparisonView& comparison = state.of<ComparisonView>();
    if (!comparison.pinned) return;
    const bool stays_a = shows_a(state) && state.run == comparison.pinned;
    if (state.run != before && !state.run->difference && !stays_a) comparison.working = state.run;
    const bool shows_difference = comparison.side == ComparedSide::difference && comparison_of(state);
    const auto& wanted = comparison.side == ComparedSide::a ? comparison.pinned
                         : shows_difference                 ? comparison.difference
                                                            : comparison.working;
    if (wanted != state.run) show_run(state, wanted);
}

/// Forgets the tensor that was chosen by hand, since a new comparison begins.
void forget_choice(ComparisonView& comparison) { comparison.chosen.clear(), comparison.chosen_here = false; }

/// Whether anything in a tensor has changed in the shown sentence and head.
bool differs_where_looked(const State& state, const RunDifference& difference, const std::string& path) {
    const TensorView a = difference.a->find(path), b = difference.b->find(path);
    const TensorView changes = state.of<ComparisonView>().difference->find(path);
    Layout looked_at = b.layout;
    Index first{};
    const auto keep_one = [&](Axis which, Size wanted) {
        const int axis = b.layout.find(which);
        if (axis < 0) return;
        const auto at = static_cast<std::size_t>(axis);
        first[at] = std::min(wanted, b.layout.shape[at] - 1);
        looked_at.shape[at] = 1;
    };
    keep_one(Axis::batch, state.selection.sentence);
    keep_one(Axis::head, state.selection.head);
    for (Size i = 0; i < looked_at.count(); ++i) {
        Index cell = index_of(looked_at, i);
        for (std::size_t axis = 0; axis < cell.size(); ++axis) cell[axis] += first[axis];
        if (difference.a->recorded ? changes.at(cell) != 0 : !same_number(a.at(cell), b.at(cell))) return true;
    }
    return false;
}

/// If nothing in a tensor has changed in the shown sentence and head, shows those where it has changed most.
void look_where_it_differs(State& state, const RunDifference& difference, const TensorChange& change) {
    if (change.fit != Fit::same_shape || differs_where_looked(state, difference, change.path)) return;
    const int batch = change.b.find(Axis::batch), head = change.b.find(Axis::head);
    if (batch >= 0) state.selection.sentence = change.largest_at[static_cast<std::size_t>(batch)];
    if (head >= 0 && change.b.shape[static_cast<std::size_t>(head)] > 1)
        state.selection.head = change.largest_at[static_cast<std::size_t>(head)];
}

/// The first computed tensor that differs and can be shown, otherwise the first such parameter; null if there is none.
const TensorChange* first_shown(const State& state, const RunDifference& difference) {
    const TensorChange* recorded = difference.deviations ? first_difference(difference) : nullptr;
    if (recorded && state.run->find(recorded->path).present()) return recorded;
    for (const auto* list : {&difference.tensors, &difference.parameters}) {
        const auto shown = [&](const TensorChange& change) { return change.differs() && state.run->find(change.path).present(); };
        const auto first = std::ranges::find_if(*list, shown);
        if (first != list->end()) return &*first;
    }
    return nullptr;
}

/// The view Compare opens with the first tensor that differs, unless the selected one differs, too, or was chosen in that view.
void open_on_first_change(State& state, const RunDifference& difference) {
    ComparisonView& comparison = state.of<ComparisonView>();
    comparison.opened_on = comparison.difference->generation;
    const std::string& selected = state.selection.tensor;
    const TensorChange* chosen = comparison.chosen == selected ? difference.find(selected) : nullptr;
    if (chosen && (comparison.chosen_here || chosen->differs())) return;
    const TensorChange* first = first_shown(state, difference);
    if (!first) return;
    select_tensor(state, first->path);
    look_where_it_differs(state, difference, *first);
}

}  // namespace

void follow_comparison(State& state, const Change& change) {
    show_side(state, change.run);
    ComparisonView& comparison = state.of<ComparisonView>();
    if (!comparison.pinned) return;
    if (change.traits.chooses_tensor)
        comparison.chosen = state.selection.tensor, comparison.chosen_here = state.view == View::compare;
    const RunDifference* difference = comparison_of(state);
    if (state.view != View::compare || !difference) return;
    if (comparison.opened_on != comparison.difference->generation) open_on_first_change(state, *difference);
}

void do_command(State& state, const PinRun& command) {
    if (!state.run) return;
    ComparisonView& comparison = state.of<ComparisonView>();
    comparison.working = working_run(state);
    comparison.pinned = command.run ? command.run : comparison.working;
    comparison.side = ComparedSide::b;
    forget_choice(comparison);
}

void do_command(State& state, const UnpinRun&) {
    ComparisonView& comparison = state.of<ComparisonView>();
    if (!comparison.pinned) return;
    const std::shared_ptr<const Run> kept = comparison.working;
    comparison = {.ranking = comparison.ranking, .kind = comparison.kind};
    if (kept != state.run) show_run(state, kept);
}

void do_command(State& state, const ShowSide& command) {
    if (state.of<ComparisonView>().pinned) state.of<ComparisonView>().side = command.side;
}

void do_command(State& state, const SetRanking& command) { state.of<ComparisonView>().ranking = command.ranking; }

void do_command(State& state, const SetCompared& command) { state.of<ComparisonView>().kind = command.kind; }

void do_command(State& state, const ShowDifference& command) {
    const RunDifference& difference = *command.difference->difference;
    const bool wanted = difference.a == state.of<ComparisonView>().pinned && difference.b == state.of<ComparisonView>().working;
    if (wanted) state.of<ComparisonView>().difference = command.difference;
}

void do_command(State& state, const DifferenceFailed& command) {
    if (lacks_difference(state)) do_command(state, UnpinRun{});
    state.message = command.why;
}

}  // namespace vitrine
