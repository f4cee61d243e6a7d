/// Makes tiles: tiles of cells and of blocks from a tensor, and tiles of blocks from finer tiles.

#include <algorithm>

#include <epoxy/gl.h>

#include "app/render/heatmap/block_reduction.h"
#include "app/render/heatmap/cell_reduction.h"
#include "app/render/heatmap/heatmap_tiles.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

/// The tile one level finer that covers the upper left part of this one.
TileAddress finer(TileAddress address) {
    for (std::size_t axis = 0; axis < 2; ++axis) {
        if (address.level[axis] == 0) continue;
        --address.level[axis];
        address.at[axis] *= 2;
    }
    if (!address.is_cells()) return address;
    address.mask = -1;
    address.largest_number = false;
    return address;
}

}  // namespace

/// The tile; null if it is not complete yet. Tiles made only as a step towards others stay the first to be dropped.
const Tile* HeatmapTiles::finish(const TileAddress& address) {
    const auto tile = tiles_.find(address);
    if (tile != tiles_.end() && tile->second.complete) return &tile->second;
    if (address.is_cells()) return load(address);
    return is_reduced_here(address) ? reduce(address) : gather(address);
}

/// Whether there is time for another step, assuming that it takes as long as the longest one so far.
bool HeatmapTiles::may_go_on() {
    const auto now = std::chrono::steady_clock::now();
    const auto milliseconds = [now](auto since) { return std::chrono::duration<double, std::milli>(now - since).count(); };
    if (steps_ == 0) began_ = last_step_ = now;
    longest_step_ = std::max(longest_step_, milliseconds(last_step_));
    last_step_ = now;
    const bool may = patient_ || steps_ == 0 || milliseconds(began_) + longest_step_ < limits_.milliseconds_per_frame;
    if (!may) more_to_come_ = true;
    return may;
}

/// An empty tile; null if there is no room for it.
Tile* HeatmapTiles::begin(const TileAddress& address) {
    const auto known = tiles_.find(address);
    if (known != tiles_.end()) return &known->second;
    const std::array<int, 2> all = blocks(address);
    Tile tile{.height = std::min(tile_side, all[0] - address.at[0] * tile_side),
              .width = std::min(tile_side, all[1] - address.at[1] * tile_side)};
    const Size area = Size{tile.height} * tile.width;
    const bool counts = address.mask >= 0;
    tile.bytes =
        address.is_cells() ? texture_bytes(planes_.at(address.plane), {0, 0, tile.height, tile.width}) : (counts ? 12 : 8) * area;
    if (!make_room(tile.bytes)) {
        short_ = true;
        return nullptr;
    }
    if (!address.is_cells() && !is_reduced_here(address)) {
        tile.numbers = make_texture(GL_RG32F, tile.width, tile.height);
        if (counts) tile.counts = make_texture(GL_R32F, tile.width, tile.height);
        ++steps_;  // counts as a step, since some drivers fill the new textures with zeros, which takes time
    }
    bytes_ += tile.bytes;
    return &tiles_.emplace(address, tile).first->second;
}

bool HeatmapTiles::may_upload(Size bytes) {
    const bool may = patient_ || uploaded_ + bytes <= limits_.bytes_per_frame;
    if (!may) more_to_come_ = true;
    return may;
}

/// Blocks of eight cells a side are made from cells, unless those are on the card; larger blocks from these.
bool HeatmapTiles::is_reduced_here(const TileAddress& address) const {
    constexpr int level = 3;
    return std::max(address.level[0], address.level[1]) == level && !is_on_card(planes_.at(address.plane));
}

const Tile* HeatmapTiles::reduce(const TileAddress& address) {
    if (!may_upload(block_tile_bytes) || failed_.contains(address.plane) || !may_go_on()) return nullptr;
    Tile* tile = begin(address);
    if (!tile) return nullptr;
    CellReduction reduction{.cells = planes_.at(address.plane),
                            .mask = address.mask >= 0 ? &planes_.at(address.mask) : nullptr,
                            .level = address.level,
                            .blocks = {address.at[0] * tile_side, address.at[1] * tile_side, tile->height, tile->width},
                            .largest_number = address.largest_number};
    try {
        const CellBlocks blocks = reduce_cells(reduction);
        tile->numbers = make_texture(GL_RG32F, tile->width, tile->height, blocks.numbers.data());
        if (reduction.mask) tile->counts = make_texture(GL_R32F, tile->width, tile->height, blocks.counts.data());
    } catch (const Error& error) {
        failed_[address.plane] = error.what();
        drop(tiles_.find(address));
        return nullptr;
    }
    ++steps_;
    uploaded_ += tile->bytes;
    tile->complete = true;
    return tile;
}

const Tile* HeatmapTiles::load(const TileAddress& address) {
    if (!may_upload(cell_tile_bytes) || failed_.contains(address.plane) || !may_go_on()) return nullptr;
    Tile* tile = begin(address);
    if (!tile) return nullptr;
    const TileBlock block{address.at[0] * tile_side, address.at[1] * tile_side, tile->height, tile->width};
    try {
        tile->numbers = cells_texture(planes_.at(address.plane), block, scratch_);
    } catch (const Error& error) {
        failed_[address.plane] = error.what();
        drop(tiles_.find(address));
        return nullptr;
    }
    ++steps_;
    uploaded_ += tile->bytes;
    tile->complete = true;
    return tile;
}

const Tile* HeatmapTiles::gather(const TileAddress& address) {
    if (!tiles_.contains(address) && !may_go_on()) return nullptr;
    Tile* tile = begin(address);
    if (!tile) return nullptr;
    tile->last_used = clock_;
    ++tile->held;
    const TileAddress first = finer(address);
    const std::array<int, 2> there = blocks(first);
    bool complete = true;
    for (unsigned part = 0; part < 4 && complete; ++part) {
        TileAddress from = first;
        const std::array<int, 2> step{static_cast<int>(part >> 1), static_cast<int>(part & 1)};
        bool inside = true;
        for (std::size_t axis = 0; axis < 2; ++axis) {
            from.at[axis] += step[axis];
            if (step[axis] > 0 && address.level[axis] == 0) inside = false;
            if (from.at[axis] * tile_side >= there[axis]) inside = false;
        }
        if (inside && !(tile->parts >> part & 1)) complete = add_part(*tile, address, from);
        if (complete) tile->parts |= 1u << part;
    }
    --tile->held;
    tile->complete = complete;
    if (complete) tile->last_used = 0;  // it has not been visible so far
    return complete ? tile : nullptr;
}

bool HeatmapTiles::add_part(Tile& tile, const TileAddress& address, const TileAddress& part) {
    auto* from = const_cast<Tile*>(finish(part));
    if (!from) return false;
    ++from->held;
    const bool masked = address.mask >= 0;
    const Tile* mask = nullptr;
    if (masked && part.is_cells()) mask = finish({.plane = address.mask, .mask = -1, .at = part.at});
    const bool can = (mask || !masked || !part.is_cells()) && may_go_on();
    --from->held;
    if (!can) return false;
    const TilePlane& plane = planes_.at(address.plane);
    ReductionPart run{.numbers = from->numbers,
                      .counts = mask ? mask->numbers : from->counts,
                      .size = {from->height, from->width},
                      .largest_number = address.largest_number,
                      .to_numbers = tile.numbers,
                      .to_counts = tile.counts};
    run.content = part.is_cells() ? masked ? TileContent::masked_cells : TileContent::cells
                  : masked        ? TileContent::masked_blocks
                                  : TileContent::blocks;
    const std::array<int, 2> cells{plane.height, plane.width};
    for (std::size_t axis = 0; axis < 2; ++axis) {
        run.factor[axis] = address.level[axis] > 0 ? 2 : 1;
        run.block[axis] = 1 << part.level[axis];
        run.left[axis] = cells[axis] - ((Size{part.at[axis]} * tile_side) << part.level[axis]);
        run.corner[axis] = address.level[axis] > 0 ? part.at[axis] % 2 * (tile_side / 2) : 0;
    }
    reduction_->run(run);
    ++steps_;
    return true;
}

}  // namespace vitrine
