#include "app/render/heatmap/tiled_heatmap.h"

#include <algorithm>
#include <cmath>

namespace vitrine {

namespace {

/// One direction of the screen.
struct Along {
    int count;                ///< number of cells
    double pitch;             ///< in pixels of the display
    double from, to;          ///< the visible range, in pixels
    int level = 0;            ///< of the blocks: the largest that are no larger than a pixel
    int first = 0, last = 0;  ///< visible tiles

    int tile_of(double pixel) const {
        const auto cell = static_cast<Size>(std::floor(pixel / pitch));
        return static_cast<int>(std::clamp<Size>(cell, 0, count - 1) >> level) / tile_side;
    }
    void set_level(int wanted) {
        level = wanted;
        first = tile_of(from);
        last = tile_of(to);
    }
    int tiles() const { return last - first + 1; }
    int all() const { return static_cast<int>(((Size{count} - 1) >> level) / tile_side) + 1; }
};

Along along(int count, double pitch, double from, double to) {
    Along result{.count = count, .pitch = pitch, .from = from, .to = to};
    constexpr double tolerance = 1e-6;
    result.set_level(pitch < 1 ? static_cast<int>(std::floor(std::log2(1 / pitch) + tolerance)) : 0);
    return result;
}

/// Takes coarser blocks if the visible tiles would fill more than half of the memory.
void fit_memory(std::array<Along, 2>& sides, bool masked, const HeatmapLimits& limits) {
    const auto bytes = [&] {
        const bool cells = sides[0].level == 0 && sides[1].level == 0;
        const Size each = cells ? 4 : 8;
        return (each + (masked ? cells ? 1 : 4 : 0)) * tile_side * tile_side * sides[0].tiles() * sides[1].tiles();
    };
    while (bytes() > limits.bytes / 2 && (sides[0].all() > 1 || sides[1].all() > 1))
        for (Along& side : sides) side.set_level(side.level + 1);
}

/// Finds and makes tiles by their place on the screen.
class Sources {
public:
    Sources(const TilePlanes& planes, bool largest_number, HeatmapTiles& tiles)
        : plane_(tiles.number_of(planes.cells)),
          mask_(planes.mask ? tiles.number_of(*planes.mask) : -1),
          exchanged_(planes.exchanged),
          largest_number_(largest_number),
          tiles_(tiles) {}

    void make(std::array<int, 2> level, std::array<int, 2> at) {
        const TileAddress address = at_level(level, at);
        tiles_.make(address);
        if (address.is_cells() && mask_ >= 0) tiles_.make(mask_address(address));
    }

    /// The tile `at`, in the coordinates of a part's tile. If it is not there, a coarser tile that contains its cells.
    TileSource find(const std::array<Along, 2>& sides, std::array<int, 2> part, std::array<int, 2> at) {
        TileSource source;
        if (at[0] >= sides[0].all() || at[1] >= sides[1].all()) return source;
        for (int up = 0; source.content == TileContent::nothing; ++up) {
            const std::array<int, 2> coarser{at[0] >> up, at[1] >> up};
            take({sides[0].level + up, sides[1].level + up}, coarser, source);
            for (std::size_t axis = 0; axis < 2; ++axis) {
                source.offset[axis] = part[axis] * tile_side - ((coarser[axis] * tile_side) << up);
                source.shift[axis] = up;
            }
            if (((sides[0].all() - 1) >> up) == 0 && ((sides[1].all() - 1) >> up) == 0) break;
        }
        return source;
    }

private:
    TileAddress at_level(std::array<int, 2> level, std::array<int, 2> at) const {
        if (!exchanged_) {
            std::swap(level[0], level[1]);
            std::swap(at[0], at[1]);
        }
        TileAddress address{.plane = plane_, .level = level, .at = at};
        if (address.is_cells()) return address;
        address.mask = mask_;
        address.largest_number = largest_number_;
        return address;
    }

    TileAddress mask_address(const TileAddress& address) const { return {.plane = mask_, .at = address.at}; }

    void take(std::array<int, 2> level, std::array<int, 2> at, TileSource& source) {
        const TileAddress address = at_level(level, at);
        const Tile* tile = tiles_.find(address);
        if (!tile) return;
        const bool masked = mask_ >= 0, cells = address.is_cells();
        const Tile* mask = masked && cells ? tiles_.find(mask_address(address)) : nullptr;
        if (masked && cells && !mask) return;
        source.numbers = tile->numbers;
        source.counts = mask ? mask->numbers : tile->counts;
        source.content = cells    ? masked ? TileContent::masked_cells : TileContent::cells
                         : masked ? TileContent::masked_blocks
                                  : TileContent::blocks;
    }

    int plane_, mask_;
    bool exchanged_, largest_number_;
    HeatmapTiles& tiles_;
};

TilePart place_part(const std::array<Along, 2>& sides, std::array<int, 2> tile) {
    TilePart part;
    for (std::size_t axis = 0; axis < 2; ++axis) {
        const Along& side = sides[axis];
        const Size first = (Size{tile[axis]} * tile_side) << side.level;
        const Size end = std::min<Size>(side.count, first + (Size{tile_side} << side.level));
        const double begin = static_cast<double>(first) * side.pitch, corner = std::floor(begin);
        part.corner[axis] = static_cast<int>(corner);
        part.rest[axis] = static_cast<float>(begin - corner);
        // At the edges, the shader leaves out pixels that belong to another tile.
        const double from = std::max(corner - 1, std::floor(side.from));
        const double to = std::min(std::ceil(static_cast<double>(end) * side.pitch) + 1, std::ceil(side.to));
        part.from[axis] = static_cast<int>(from - corner);
        part.to[axis] = static_cast<int>(to - corner);
        part.first_cell[axis] = static_cast<int>(-first);
        part.last_cell[axis] = static_cast<int>(side.count - 1 - first);
    }
    return part;
}

}  // namespace

TiledHeatmap tiled(const HeatmapLayout& layout, const TilePlanes& planes, bool largest_number, const Rect& seen,
                   HeatmapTiles& tiles) {
    const double scale = layout.scale;
    const auto pixels = [scale](float from, float to) { return (static_cast<double>(to) - static_cast<double>(from)) * scale; };
    const Rect& area = layout.area;
    const Rect in_sight = area.intersection(seen);
    std::array<Along, 2> sides{
        along(layout.columns, layout.pitch_x * scale, pixels(area.min.x, in_sight.min.x), pixels(area.min.x, in_sight.max.x)),
        along(layout.rows, layout.pitch_y * scale, pixels(area.min.y, in_sight.min.y), pixels(area.min.y, in_sight.max.y))};
    fit_memory(sides, planes.mask.has_value(), tiles.limits());
    TiledHeatmap heatmap{.level = {sides[0].level, sides[1].level}, .exchanged = planes.exchanged};
    Sources sources(planes, largest_number, tiles);
    const auto for_each_tile = [&](auto&& visit) {
        for (int y = sides[1].first; y <= sides[1].last; ++y)
            for (int x = sides[0].first; x <= sides[0].last; ++x) visit(std::array<int, 2>{x, y});
    };
    // Existing tiles are looked up first, which marks them as used, so that none of them is dropped for a new one.
    for_each_tile([&](std::array<int, 2> tile) { sources.find(sides, tile, tile); });
    for_each_tile([&](std::array<int, 2> tile) { sources.make(heatmap.level, tile); });
    for_each_tile([&](std::array<int, 2> tile) {
        TilePart part = place_part(sides, tile);
        for (int i = 0; i < 4; ++i)
            part.sources[static_cast<std::size_t>(i)] = sources.find(sides, tile, {tile[0] + (i & 1), tile[1] + (i >> 1)});
        heatmap.parts.push_back(part);
    });
    return heatmap;
}

}  // namespace vitrine
