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

}  // namespace vitrine
