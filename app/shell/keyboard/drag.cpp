#include "app/shell/keyboard/drag.h"

#include <cmath>

namespace vitrine {

void Drag::follow(const Input& input, Pointer& pointer) {
    constexpr float reach = 4;  // how far a click may move before it is a drag
    const ButtonState& left = input.button(MouseButton::left);
    if (held_ && !dragging_ && std::hypot(input.mouse.x - pressed_at_.x, input.mouse.y - pressed_at_.y) > reach) dragging_ = true;
    if (held_ && dragging_) {
        // The drag includes the distance before it was recognised as one.
        pointer.dragged = {input.mouse.x - last_.x, input.mouse.y - last_.y};
        last_ = input.mouse;
    }
    pointer.released = release_pending_ || (left.released && !left.pressed);
    pointer.clicks = clicks_;
    release_pending_ = left.released && left.pressed;
    if (left.pressed) {
        pressed_at_ = last_ = input.mouse;
        dragging_ = false;
        clicks_ = left.clicks;
    }
    pointer.pressed_at = pressed_at_;
    pointer.dragging = dragging_;
    held_ = left.down;
}

}  // namespace vitrine
