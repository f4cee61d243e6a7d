#pragma once
/// Commands of the attention view.

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
    int down, right;  ///< moves from the chosen pair of words; if none is chosen, selects the proposed pair
};
void do_command(State& state, const MovePair& command);

/// Shows the attention of the selected tensor, and makes sure that the shown attention exists in the run.
void follow_attention(State& state, const Change& change);

/// Another model was opened: the head to begin with is the one that its card says looks at the right token most often or, in a
/// model of one stack, the first induction head in the first sentence. Models with neither leave the choice as it was.
void begin_attention(State& state);

/// Scrolls the card of the shown head into view.
void reveal_head(State& state);

}  // namespace vitrine
