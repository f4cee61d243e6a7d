#pragma once
/// What can be done in the view of positions.

#include "app/base/command.h"
#include "app/base/module.h"
#include "app/views/positions/state.h"

namespace vitrine {

struct SetPositionsSide {
    Side side;
};
void do_command(State& state, const SetPositionsSide& command);

struct SetPositionsShown {
    PositionsShown shown;
};
void do_command(State& state, const SetPositionsShown& command);

struct SetPositionCount {
    int place;  ///< in the row of position_counts(); clamped
};
void do_command(State& state, const SetPositionCount& command);

struct ChoosePosition {
    Size position, feature;  ///< clamped to what is shown; where the run has recorded it, its cell is selected
};
void do_command(State& state, const ChoosePosition& command);

struct ChoosePositionPair {
    Size position, other;  ///< clamped likewise
};
void do_command(State& state, const ChoosePositionPair& command);

struct MovePosition {
    int down, right;  ///< from the chosen position and feature
};
void do_command(State& state, const MovePosition& command);

struct SetSimilarity {
    SimilarityKind kind;
};
void do_command(State& state, const SetSimilarity& command);

/// What is chosen becomes that of the selected cell, and is always something the run has.
void follow_positions(State& state, const Change& change);

/// The cell of the chosen position and feature is selected, where the run has recorded it, or else their tensor.
void select_position(State& state);

}  // namespace vitrine
