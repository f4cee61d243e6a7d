#pragma once
/// Commands of the positions view.

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
    int place;  ///< index in position_counts(); clamped
};
void do_command(State& state, const SetPositionCount& command);

struct ChoosePosition {
    Size position, feature;  ///< clamped to the shown range; the cell is selected if the run has recorded it
};
void do_command(State& state, const ChoosePosition& command);

struct ChoosePositionPair {
    Size position, other;  ///< clamped to the shown range
};
void do_command(State& state, const ChoosePositionPair& command);

/// For turned positions and for those that bias scores: the asking word, the answering word, and the pair of features.
struct ChoosePlaced {
    Size position, other, pair;  ///< clamped to what there is
};
void do_command(State& state, const ChoosePlaced& command);

struct SetPositionsLayer {
    Size layer;  ///< clamped
};
void do_command(State& state, const SetPositionsLayer& command);

struct MovePosition {
    int down, right;  ///< moves from the chosen position and feature
};
void do_command(State& state, const MovePosition& command);

struct SetSimilarity {
    SimilarityKind kind;
};
void do_command(State& state, const SetSimilarity& command);

/// Follows the selected cell, and keeps the choices within the run's limits.
void follow_positions(State& state, const Change& change);

/// Selects the cell of the chosen position and feature if the run has recorded it, otherwise their tensor.
void select_position(State& state);

}  // namespace vitrine
