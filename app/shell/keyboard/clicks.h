#pragma once
/// Counts the clicks of mouse buttons.

#include <array>

#include "app/widgets/input.h"

namespace vitrine {

/// Tells double clicks from two clicks by their distance in time and place, for windows that only say when a button goes down.
class Clicks {
public:
    /// Notes in `input` that a button has gone down or up at the place of the mouse. `now`: seconds.
    void change(Input& input, MouseButton button, bool down, double now);

private:
    struct Last {
        double time = -1;
        ImVec2 place{};
    };
    std::array<Last, 3> last_{};
};

}  // namespace vitrine
