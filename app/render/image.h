#pragma once
/// A picture in memory.

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace vitrine {

struct Image {
    int width = 0, height = 0;
    std::vector<std::uint8_t> rgba;  ///< rows from the top, four bytes a pixel

    std::array<std::uint8_t, 4> pixel(int x, int y) const {
        const std::size_t at = 4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x));
        return {rgba[at], rgba[at + 1], rgba[at + 2], rgba[at + 3]};
    }
};

/// The part of a picture to the right of a column of pixels. Requires: 0 ≤ x < width.
inline Image right_of(const Image& whole, int x) {
    Image part{whole.width - x, whole.height, {}};
    for (int y = 0; y < whole.height; ++y) {
        const auto row = whole.rgba.begin() + 4 * (static_cast<std::ptrdiff_t>(y) * whole.width + x);
        part.rgba.insert(part.rgba.end(), row, row + 4 * static_cast<std::ptrdiff_t>(part.width));
    }
    return part;
}

}  // namespace vitrine
