/// What commands do to the comparison of two runs.

#include <type_traits>

#include "app/state/command_parts.h"
#include "app/state/comparing.h"

namespace vitrine {

namespace {

/// What somebody does to the run: it is then seen what comes of it.
template <class T, class... List>
constexpr bool is_one_of = (std::is_same_v<T, List> || ...);
template <class T>
constexpr bool edits_by_hand = is_one_of<T, SetEdits, Undo, Redo, SilenceHead, RestoreRun, SwitchOff, SetDesignChoice, EditBatch,
                                         TypeToken, TypeCell, TakeField>;

/// What brings another run, or news of the one that edits act on.
template <class T>
constexpr bool acts_on_working = edits_by_hand<T> || is_one_of<T, ShowRun, ShowEditedRun, ShowSnapshot, OpeningFailed>;

}  // namespace

void begin_command(State& state, const Command& command) {
    ComparisonView& comparison = state.comparison;
    if (!comparison.pinned) return;
    std::visit(
        [&](const auto& which) {
            using Which = std::decay_t<decltype(which)>;
            const bool brings_another = edits_by_hand<Which> || std::is_same_v<Which, ShowRun>;
            if (brings_another && comparison.side == ComparedSide::a) {
                comparison.side = ComparedSide::b;
                show_run(state, comparison.working);
            }
            if (acts_on_working<Which>) state.run = comparison.working;
        },
        command);
}

void follow_comparison(State& state, const std::shared_ptr<const Run>& before) {
    ComparisonView& comparison = state.comparison;
    if (!comparison.pinned) return;
    const bool shows_a = comparison.side == ComparedSide::a && state.run == comparison.pinned;
    if (state.run != before && !state.run->difference && !shows_a) comparison.working = state.run;
    const bool shows_difference = comparison.side == ComparedSide::difference && comparison_of(state);
    const auto& wanted = comparison.side == ComparedSide::a ? comparison.pinned
                         : shows_difference                 ? comparison.difference
                                                            : comparison.working;
    if (wanted != state.run) show_run(state, wanted);
}

void do_command(State& state, const PinRun&) {
    if (!state.run) return;
    ComparisonView& comparison = state.comparison;
    comparison.pinned = comparison.working = working_run(state);
    comparison.side = ComparedSide::b;
}

void do_command(State& state, const UnpinRun&) {
    ComparisonView& comparison = state.comparison;
    if (!comparison.pinned) return;
    const std::shared_ptr<const Run> kept = comparison.working;
    comparison = {.ranking = comparison.ranking, .kind = comparison.kind};
    if (kept != state.run) show_run(state, kept);
}

void do_command(State& state, const ShowSide& command) {
    if (state.comparison.pinned) state.comparison.side = command.side;
}

void do_command(State& state, const SetRanking& command) { state.comparison.ranking = command.ranking; }

void do_command(State& state, const SetCompared& command) { state.comparison.kind = command.kind; }

void do_command(State& state, const ShowDifference& command) {
    const RunDifference& difference = *command.difference->difference;
    const bool wanted = difference.a == state.comparison.pinned && difference.b == state.comparison.working;
    if (wanted) state.comparison.difference = command.difference;
}

}  // namespace vitrine
