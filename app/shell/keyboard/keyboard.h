#pragma once
/// Handles keys. Tab moves the focus ring through the anchors, Enter activates the focused anchor, and arrows move within the
/// shown view; all other keys stand for actions.

#include "app/base/command.h"
#include "app/state/state.h"
#include "app/widgets/input.h"
#include "app/widgets/ui.h"

namespace vitrine {

/// Adds the commands for this frame's keys. `record`: the previous frame, whose anchors the user sees.
void handle_keys(const Input& input, const State& state, const FrameRecord& record, Commands& commands);

/// Whether typed characters go into a text: on a phone, the keyboard on the screen is of use then.
bool takes_text(const State& state);

/// Whether Enter or Space activates the focused anchor.
bool activates(const Input& input, const State& state);

}  // namespace vitrine
