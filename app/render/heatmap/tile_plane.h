#pragma once
/// Two axes of a tensor that is too large for one texture, and how a tile of them becomes one.

#include <string>
#include <vector>

#include "app/render/heatmap/heatmap.h"

namespace vitrine {

constexpr int tile_side = 256;  ///< the most cells, or blocks of cells, of a tile in either direction

constexpr Size most_tile_bytes = Size{4} * tile_side * tile_side;  ///< of cells

/// y walks through the tensor in larger steps than x, whatever runs down on the screen.
struct TilePlane {
    TensorView tensor;
    Size base = 0, stride_y = 0, stride_x = 0;
    int height = 1, width = 1;
    std::uint64_t generation = 0;
    bool is_mask = false;  ///< only whether a cell is 0 counts
    std::string name{};    ///< of the tensor, for people
};

struct TilePlanes {
    TilePlane cells;
    std::optional<TilePlane> mask;
    bool exchanged = false;  ///< x runs down on the screen
};
TilePlanes planes_of(const HeatmapCells& cells);

/// The tensor's stride along an axis of a mask, found by its name, 0 where one cell is for all.
Size mask_stride(const Layout& mask, const Layout& tensor, int axis);

struct TileBlock {
    int y = 0, x = 0, height = 0, width = 0;  ///< in cells
};

/// Bytes of a texture of that many cells of the plane.
Size texture_bytes(const TilePlane& plane, const TileBlock& block);

/// A texture with the block's cells: their numbers, or of a mask 0 where it is 0. `scratch` is memory to be used again. Throws
/// Error where they are no longer to be had.
unsigned cells_texture(const TilePlane& plane, const TileBlock& block, std::vector<float>& scratch);

/// A texture of a size and an internal format of OpenGL, read texel by texel.
unsigned make_texture(unsigned format, int width, int height);

}  // namespace vitrine
