#pragma once
/// What can be done in the view of attention.

#include "app/base/command.h"
#include "app/base/module.h"
#include "app/views/attention/state.h"

namespace vitrine {

struct SetAttentionStage {
    AttentionStage stage;
};
void do_command(State& state, const SetAttentionStage& command);

struct SetAttentionShare {
    int percent;  ///< clamped to 0 … 100
};
void do_command(State& state, const SetAttentionShare& command);

struct MovePair {
    int down, right;  ///< from the chosen pair of words; where none is, the proposed one becomes it
};
void do_command(State& state, const MovePair& command);

/// The attention that is read becomes that of the selected tensor, and is always one that the run has.
void follow_attention(State& state, const Change& change);

/// The card of the head that is shown comes into view.
void reveal_head(State& state);

}  // namespace vitrine
