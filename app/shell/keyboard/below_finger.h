#pragma once
/// Finds what lies below a finger, and what the finger does to it when it moves. Places are in logical pixels.

#include <string_view>

#include "app/widgets/ui.h"

namespace vitrine {

/// Whether something floats above the panels at a place.
bool is_covered(const FrameRecord& record, ImVec2 at);

/// The topmost control or tensor at a place; null: none.
const Anchor* control_at(const FrameRecord& record, ImVec2 at);

/// Whether a finger that starts on the control drags something instead of scrolling. `sideways`: the finger moves sideways.
bool is_dragged(std::string_view control, bool sideways);

/// The innermost area at a place that pans, or has something to scroll; null: none. `control`: what control_at() finds there.
const ScrollArea* area_at(const FrameRecord& record, ImVec2 at, const Anchor* control);

/// The place that a tap is meant for: fingers are broad, and often narrowly miss a small control.
ImVec2 meant_by_tap(const FrameRecord& record, ImVec2 at);

}  // namespace vitrine
