#pragma once
/// Tells a drag from a click: what the left button and the pointer do between going down and going up.

#include "app/widgets/input.h"
#include "app/widgets/ui.h"

namespace vitrine {

class Drag {
public:
    /// Adds to a frame's pointer what it does in the course of a press.
    void follow(const Input& input, Pointer& pointer);

    /// The button went down and up within one frame: that it went up is told in the next, when it is known on what it had gone
    /// down.
    bool release_pending() const { return release_pending_; }

private:
    ImVec2 pressed_at_{-1, -1}, last_{-1, -1};
    bool held_ = false, dragging_ = false, release_pending_ = false;
    int clicks_ = 0;
};

}  // namespace vitrine
