#pragma once
/// Handles two axes of a tensor that is too large for one texture, and makes textures of its tiles.

#include <string>
#include <vector>

#include "app/render/heatmap/heatmap.h"

namespace vitrine {

constexpr int tile_side = 256;  ///< the most cells, or blocks of cells, along each side of a tile

/// The bytes of a whole tile of cells, and of one of blocks with their counts.
constexpr Size cell_tile_bytes = Size{4} * tile_side * tile_side, block_tile_bytes = 3 * cell_tile_bytes;

/// A plane of a tensor. y has the larger stride, whether or not it runs downwards on the screen.
struct TilePlane {
    TensorView tensor;
    Size base = 0, stride_y = 0, stride_x = 0;
    int height = 1, width = 1;
    std::uint64_t generation = 0;
    bool is_mask = false;  ///< only whether a cell is 0 matters
    std::string name{};    ///< the tensor's name, for messages
};

struct TilePlanes {
    TilePlane cells;
    std::optional<TilePlane> mask;
    bool exchanged = false;  ///< x runs downwards on the screen
};
TilePlanes planes_of(const HeatmapCells& cells);

/// The mask's stride along an axis of the tensor, matched by name; 0 if all places share one cell.
Size mask_stride(const Layout& mask, const Layout& tensor, int axis);

struct TileBlock {
    int y = 0, x = 0, height = 0, width = 0;  ///< in cells
};

/// The bytes of a texture with this block of the plane.
Size texture_bytes(const TilePlane& plane, const TileBlock& block);

/// Copies the block's cells, row by row; those of a mask are 0 or 1. Throws Error if the cells are lost.
void read_cells(const TilePlane& plane, const TileBlock& block, std::vector<float>& cells);

/// Whether the plane's cells are on a graphics card.
bool is_on_card(const TilePlane& plane);

/// A texture with the block's cells: their numbers; for a mask, 0 stays 0. `scratch`: reusable memory. Throws Error if the cells
/// are lost.
unsigned cells_texture(const TilePlane& plane, const TileBlock& block, std::vector<float>& scratch);

/// A texture with an internal format of OpenGL, which is read texel by texel. `texels`: null leaves it undefined.
unsigned make_texture(unsigned format, int width, int height, const void* texels = nullptr);

}  // namespace vitrine
