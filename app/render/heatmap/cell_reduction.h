#pragma once
/// Combines cells into blocks of cells, on the CPU. Large blocks of cells that are in main memory, or computed there, are much
/// smaller than the cells that a graphics card would have to be sent for them.

#include <array>
#include <vector>

#include "app/render/heatmap/tile_plane.h"

namespace vitrine {

struct CellBlocks {
    std::vector<float> numbers;  ///< the strongest number and the mean of each block, row by row
    std::vector<float> counts;   ///< with a mask: how many cells of each block are not masked
};

/// What is reduced: blocks of 2^level cells, y before x. Masked cells do not count.
struct CellReduction {
    const TilePlane& cells;
    const TilePlane* mask = nullptr;  ///< null: none
    std::array<int, 2> level{};
    TileBlock blocks{};           ///< in blocks
    bool largest_number = false;  ///< the strongest cell has the largest number rather than the largest magnitude
};

/// The same as in shaders/heatmap_blocks.frag. Throws Error if the cells are lost.
CellBlocks reduce_cells(const CellReduction& reduction);

}  // namespace vitrine
