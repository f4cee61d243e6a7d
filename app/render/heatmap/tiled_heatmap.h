#pragma once
/// Finds the visible tiles of a large heatmap, and which part of each is drawn where.

#include "app/render/heatmap/block_reduction.h"
#include "app/render/heatmap/heatmap_tiles.h"

namespace vitrine {

/// A texture with some of the blocks. Block b of a part, counted from its tile's first, is at texel (b + offset) >> shift.
struct TileSource {
    TileContent content = TileContent::nothing;
    unsigned numbers = 0, counts = 0;
    std::array<int, 2> offset{}, shift{};
};

/// The pixels of one tile. All pairs are x, y on the screen. Pixels are display pixels, counted from the heatmap's corner.
struct TilePart {
    std::array<int, 2> corner{};                   ///< the tile's corner, rounded down to a pixel
    std::array<float, 2> rest{};                   ///< the fraction that was rounded off
    std::array<int, 2> from{}, to{};               ///< the pixels to draw, counted from the tile's corner
    std::array<int, 2> first_cell{}, last_cell{};  ///< the tensor's first and last cell, counted from the tile's first cell
    std::array<TileSource, 4> sources{};           ///< for the tile and its neighbours to the right, below, and below on the
                                                   ///< right
};

struct TiledHeatmap {
    std::array<int, 2> level{};  ///< x, y: a block has 2^level cells
    bool exchanged = false;      ///< x and y are exchanged in the textures
    std::vector<TilePart> parts{};
};

/// The tiles of a heatmap, as far as they exist or the frame's limits allow making them. `seen`: the heatmap's visible part.
TiledHeatmap tiled(const HeatmapLayout& layout, const TilePlanes& planes, bool largest_number, const Rect& seen,
                   HeatmapTiles& tiles);

}  // namespace vitrine
