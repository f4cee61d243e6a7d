#pragma once
/// The size and scale of what a frame is drawn to: a window or a framebuffer in memory.

#include <imgui.h>

namespace vitrine {

struct Surface {
    int width = 1600, height = 1000;  ///< in pixels of the display
    float scale = 1;                  ///< pixels of the display per logical pixel

    ImVec2 logical_size() const { return {static_cast<float>(width) / scale, static_cast<float>(height) / scale}; }
    friend bool operator==(const Surface&, const Surface&) = default;
};

}  // namespace vitrine
