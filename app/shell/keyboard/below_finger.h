#pragma once
/// What lies below a finger, and what a finger that moves there does to it. Places are in logical pixels.

#include <string_view>

#include "app/widgets/ui.h"

namespace vitrine {

/// Whether something floats above the panels there.
bool is_covered(const FrameRecord& record, ImVec2 at);

/// The topmost control or tensor at a place; null: none.
const Anchor* control_at(const FrameRecord& record, ImVec2 at);

/// Whether a finger that starts on the control drags something, rather than scrolling. `sideways`: how it moves.
bool is_dragged(std::string_view control, bool sideways);

/// The innermost area at a place that has something to scroll or pans; null: none. `control`: what is there.
const ScrollArea* area_at(const FrameRecord& record, ImVec2 at, const Anchor* control);

/// Where a tap is meant: a finger is broad, and small controls are missed narrowly.
ImVec2 meant_by_tap(const FrameRecord& record, ImVec2 at);

}  // namespace vitrine
