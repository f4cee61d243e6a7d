#pragma once
/// A rectangle on the screen, in logical pixels, which do not depend on the display's scale.

#include <algorithm>
#include <cstddef>

#include <imgui.h>

namespace vitrine {

struct Rect {
    ImVec2 min, max;

    float width() const { return max.x - min.x; }
    float height() const { return max.y - min.y; }
    ImVec2 size() const { return {width(), height()}; }
    ImVec2 centre() const { return {(min.x + max.x) / 2, (min.y + max.y) / 2}; }
    bool empty() const { return !(max.x > min.x && max.y > min.y); }

    bool contains(ImVec2 point) const { return point.x >= min.x && point.x < max.x && point.y >= min.y && point.y < max.y; }
    bool contains(const Rect& other) const {
        return other.min.x >= min.x && other.max.x <= max.x && other.min.y >= min.y && other.max.y <= max.y;
    }

    /// A rectangle smaller by `amount` on every side; larger if `amount` is negative.
    Rect inset(float amount) const { return {{min.x + amount, min.y + amount}, {max.x - amount, max.y - amount}}; }

    /// Part number `place` of `count` equally wide parts side by side, with gaps between them.
    Rect part(std::size_t place, std::size_t count, float gap) const {
        const float pitch = (width() + gap) / static_cast<float>(count), left = min.x + static_cast<float>(place) * pitch;
        return {{left, min.y}, {left + pitch - gap, max.y}};
    }

    Rect moved(float x, float y) const { return {{min.x + x, min.y + y}, {max.x + x, max.y + y}}; }
    Rect intersection(const Rect& other) const {
        return {{std::max(min.x, other.min.x), std::max(min.y, other.min.y)},
                {std::min(max.x, other.max.x), std::min(max.y, other.max.y)}};
    }
};

/// A rectangle, given by its upper left corner and its size.
inline Rect rect_at(ImVec2 corner, float width, float height) { return {corner, {corner.x + width, corner.y + height}}; }

}  // namespace vitrine
