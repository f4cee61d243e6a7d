#pragma once
/// What can be done in the view of positions.

#include "app/base/command.h"
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

}  // namespace vitrine
