#pragma once
/// Distinguishes drags from clicks of the left button.

#include "app/widgets/input.h"
#include "app/widgets/ui.h"

namespace vitrine {

class Drag {
public:
    /// Adds how far a press has come to a frame's pointer.
    void follow(const Input& input, Pointer& pointer);

    /// The button went down and up within one frame. Its release is reported in the next frame, when the pressed control is
    /// known.
    bool release_pending() const { return release_pending_; }

private:
    ImVec2 pressed_at_{-1, -1}, last_{-1, -1};
    bool held_ = false, dragging_ = false, release_pending_ = false;
    int clicks_ = 0;
};

}  // namespace vitrine
