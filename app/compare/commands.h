#pragma once
/// What can be done to the comparison of two runs.

#include "app/base/module.h"
#include "app/compare/state.h"
#include "app/run/run.h"

namespace vitrine {

struct PinRun {
    std::shared_ptr<const Run> run = {};  ///< becomes A, beside which everything that comes is held; null: what is worked on
};
void do_command(State& state, const PinRun& command);

struct UnpinRun {};  ///< and B alone is shown again
void do_command(State& state, const UnpinRun& command);

struct ShowSide {
    ComparedSide side;  ///< nothing comes of it while nothing is pinned
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
    std::shared_ptr<const Run> difference;  ///< taken if it is that of the pair that is compared by now
};
void do_command(State& state, const ShowDifference& command);

/// What edits act on is B, whichever side is shown: before a command that edits, or that brings another run, B takes its place.
void bring_b(State& state, const CommandTraits& traits);

/// Where a command has put another run in B's place, that is B from then on, and the chosen side is shown. The view Compare opens
/// on the first tensor that differs; which tensor has been chosen by hand is noted.
void follow_comparison(State& state, const Change& change);

struct DifferenceFailed {
    std::string why;  ///< in one line
};
void do_command(State& state, const DifferenceFailed& command);

}  // namespace vitrine
