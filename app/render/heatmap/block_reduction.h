#pragma once
/// Blocks of cells from smaller ones, on the GPU.

#include <array>

#include "core/tensor/layout.h"

namespace vitrine {

/// What a texture of tiles holds.
enum class TileContent {
    nothing = 0,
    cells = 1,
    masked_cells = 2,  ///< and another texture their mask
    blocks = 3,
    masked_blocks = 4,  ///< and another texture how many cells of each count
};

/// One finer tile and where it goes. Pairs are y and x.
struct ReductionPart {
    TileContent content = TileContent::cells;
    unsigned numbers = 0, counts = 0;
    std::array<int, 2> size{};    ///< blocks of the finer tile
    std::array<int, 2> factor{};  ///< how many of them become one: 1 or 2
    std::array<int, 2> block{};   ///< cells in each of them
    std::array<Size, 2> left{};   ///< cells from its first to the plane's last
    std::array<int, 2> corner{};  ///< in the coarser tile
    bool largest_number = false;  ///< is the strongest, and not the one with the largest magnitude
    unsigned to_numbers = 0, to_counts = 0;
};

/// Needs a current OpenGL context, also when it is destroyed.
class BlockReduction {
public:
    BlockReduction();
    ~BlockReduction();
    BlockReduction(const BlockReduction&) = delete;
    BlockReduction& operator=(const BlockReduction&) = delete;

    /// Leaves the framebuffer that was bound, bound. Throws Error where the driver cannot draw to textures of floats.
    void run(const ReductionPart& part) const;

private:
    unsigned program_ = 0, vertex_array_ = 0, framebuffer_ = 0;
    struct Uniforms {
        int numbers, counts, holds, corner, factor, size, block, left, is_signed;
    } at_{};
};

}  // namespace vitrine
