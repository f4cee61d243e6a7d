#pragma once
/// Counts the clicks of mouse buttons.

#include <array>

#include "app/widgets/input.h"

namespace vitrine {

/// Distinguishes double clicks from two single clicks by their distance in time and place. Needed for windows that only report a
/// button going down.
class Clicks {
public:
    /// Notes in `input` that a button went down or up at the place of the mouse. `now`: seconds.
    void change(Input& input, MouseButton button, bool down, double now);

private:
    struct Last {
        double time = -1;
        ImVec2 place{};
    };
    std::array<Last, 3> last_{};
};

}  // namespace vitrine
