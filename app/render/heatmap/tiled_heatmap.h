#pragma once
/// The visible tiles of a large heatmap, and which part of each is drawn where.

#include "app/render/heatmap/block_reduction.h"
#include "app/render/heatmap/heatmap_tiles.h"

namespace vitrine {

/// A texture with some of the blocks: block b of a part, counted from its tile's first, is texel (b + offset) >> shift.
struct TileSource {
    TileContent content = TileContent::nothing;
    unsigned numbers = 0, counts = 0;
    std::array<int, 2> offset{}, shift{};
};

/// The pixels of one tile. All pairs are x and y on the screen; pixels are the display's, counted from the heatmap's corner.
struct TilePart {
    std::array<int, 2> corner{};                   ///< the tile's corner, rounded down to a pixel
    std::array<float, 2> rest{};                   ///< the fraction rounded off
    std::array<int, 2> from{}, to{};               ///< the pixels to draw, from the tile's corner
    std::array<int, 2> first_cell{}, last_cell{};  ///< of the tensor, from the tile's first cell
    std::array<TileSource, 4> sources{};           ///< of the tile, and of those to its right, below it, and below on the right
};

struct TiledHeatmap {
    std::array<int, 2> level{};  ///< x and y: a block is 2^level cells
    bool exchanged = false;      ///< the textures have x and y exchanged
    std::vector<TilePart> parts{};
};

/// The tiles of a heatmap, as far as they exist or the frame's limits allow making them. `seen`: its visible part.
TiledHeatmap tiled(const HeatmapLayout& layout, const TilePlanes& planes, bool largest_number, const Rect& seen,
                   HeatmapTiles& tiles);

}  // namespace vitrine
