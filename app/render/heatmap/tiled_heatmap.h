#pragma once
/// Which tiles of a large heatmap are in sight, and what of each is drawn where.

#include "app/render/heatmap/block_reduction.h"
#include "app/render/heatmap/heatmap_tiles.h"

namespace vitrine {

/// A texture that has some of the blocks: block b of a part, counted from its tile's first, is texel (b + offset) >> shift.
struct TileSource {
    TileContent content = TileContent::nothing;
    unsigned numbers = 0, counts = 0;
    std::array<int, 2> offset{}, shift{};
};

/// The pixels of one tile. All pairs are x and y on the screen; pixels are the display's and counted from the heatmap's corner.
struct TilePart {
    std::array<int, 2> corner{};                   ///< the tile's, rounded down to a pixel
    std::array<float, 2> rest{};                   ///< what was rounded off
    std::array<int, 2> from{}, to{};               ///< the pixels to draw, from the tile's corner
    std::array<int, 2> first_cell{}, last_cell{};  ///< of the tensor, from the tile's first cell
    std::array<TileSource, 4> sources{};           ///< of the tile, the one to its right, below it, and below that on the right
};

struct TiledHeatmap {
    std::array<int, 2> level{};  ///< x and y: a block is 2^level cells
    bool exchanged = false;      ///< in the textures what runs down here runs across
    std::vector<TilePart> parts{};
};

/// The tiles of a heatmap as far as they are there and the frame's allowance lets them be made. `seen` is what the clip leaves of
/// it.
TiledHeatmap tiled(const HeatmapLayout& layout, const TilePlanes& planes, bool largest_number, const Rect& seen,
                   HeatmapTiles& tiles);

}  // namespace vitrine
