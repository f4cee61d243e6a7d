#pragma once
/// What keys do: Tab moves our own ring through the anchors, Enter acts on what has it, arrows go through what is shown; all other
/// keys stand for actions.

#include "app/base/command.h"
#include "app/state/state.h"
#include "app/widgets/input.h"
#include "app/widgets/ui.h"

namespace vitrine {

/// The commands of this frame's keys; record is the frame before, whose anchors are what the user sees.
void handle_keys(const Input& input, const State& state, const FrameRecord& record, Commands& commands);

/// Enter or Space acts on the anchor with the ring.
bool activates(const Input& input, const State& state);

}  // namespace vitrine
