#include "app/shell/keyboard/clicks.h"

#include <cmath>

namespace vitrine {

void Clicks::change(Input& input, MouseButton which, bool down, double now) {
    constexpr double longest = 0.4;  // seconds between the clicks of a double click
    constexpr float farthest = 5;    // logical pixels
    ButtonState& button = input.button(which);
    button.down = down;
    (down ? button.pressed : button.released) = true;
    if (!down) return;
    Last& last = last_[static_cast<std::size_t>(which)];
    const float distance = std::hypot(input.mouse.x - last.place.x, input.mouse.y - last.place.y);
    const bool second = last.time >= 0 && now - last.time < longest && distance < farthest;
    button.clicks = second ? 2 : 1;
    last = {second ? -1 : now, input.mouse};  // a third click starts again as a single one
}

}  // namespace vitrine
