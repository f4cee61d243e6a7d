#pragma once
/// Combines blocks of cells into larger blocks, on the GPU.

#include <array>

#include "core/tensor/layout.h"

namespace vitrine {

/// What a tile's texture contains.
enum class TileContent {
    nothing = 0,
    cells = 1,
    masked_cells = 2,  ///< cells; another texture has their mask
    blocks = 3,
    masked_blocks = 4,  ///< blocks; another texture has each block's number of unmasked cells
};

/// One finer tile and its place in the coarser tile. Pairs are y, x.
struct ReductionPart {
    TileContent content = TileContent::cells;
    unsigned numbers = 0, counts = 0;
    std::array<int, 2> size{};    ///< blocks of the finer tile
    std::array<int, 2> factor{};  ///< how many blocks become one: 1 or 2
    std::array<int, 2> block{};   ///< cells in each block
    std::array<Size, 2> left{};   ///< number of cells from the tile's first to the plane's last
    std::array<int, 2> corner{};  ///< of the part, in the coarser tile
    bool largest_number = false;  ///< the strongest cell has the largest number rather than the largest magnitude
    unsigned to_numbers = 0, to_counts = 0;
};

/// Requires: a current OpenGL context, also in the destructor.
class BlockReduction {
public:
    BlockReduction();
    ~BlockReduction();
    BlockReduction(const BlockReduction&) = delete;
    BlockReduction& operator=(const BlockReduction&) = delete;

    /// Leaves the bound framebuffer bound. Throws Error if the driver cannot draw to textures of floats.
    void run(const ReductionPart& part) const;

private:
    unsigned program_ = 0, vertex_array_ = 0, framebuffer_ = 0;
    struct Uniforms {
        int numbers, counts, holds, corner, factor, size, block, left, is_signed;
    } at_{};
};

}  // namespace vitrine
