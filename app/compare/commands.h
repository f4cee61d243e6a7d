#pragma once
/// Commands about the comparison of two runs.

#include "app/base/module.h"
#include "app/compare/state.h"
#include "app/run/run.h"

namespace vitrine {

struct PinRun {
    std::shared_ptr<const Run> run = {};  ///< becomes run A; null: the run that edits apply to
};
void do_command(State& state, const PinRun& command);

struct UnpinRun {};  ///< ends the comparison; B stays
void do_command(State& state, const UnpinRun& command);

struct ShowSide {
    ComparedSide side;  ///< no effect while no run is pinned
};
void do_command(State& state, const ShowSide& command);

struct SetRanking {
    Ranking ranking;
};
void do_command(State& state, const SetRanking& command);

struct SetCompared {
    ComparedKind kind;
};
void do_command(State& state, const SetCompared& command);

struct ShowDifference {
    std::shared_ptr<const Run> difference;  ///< ignored unless it is the difference of the current pair
};
void do_command(State& state, const ShowDifference& command);

/// Edits always apply to run B: before a command that edits the run or brings another one, makes B the shown run.
void activate_run_b(State& state, const CommandTraits& traits);

/// After a command: if it brought another run, that run becomes B; then shows the chosen side. When the view Compare opens,
/// selects the first tensor that differs. Remembers which tensor the user has chosen.
void follow_comparison(State& state, const Change& change);

struct DifferenceFailed {
    std::string why;  ///< the reason, in one line
};
void do_command(State& state, const DifferenceFailed& command);

}  // namespace vitrine
