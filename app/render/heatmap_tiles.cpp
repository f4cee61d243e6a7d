#include "app/render/heatmap_tiles.h"

#include <algorithm>
#include <tuple>

#include <epoxy/gl.h>

#include "app/render/block_reduction.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

constexpr Size most_tile_bytes = Size{4} * tile_side * tile_side;
constexpr std::size_t most_planes = 512;

auto identity(const TilePlane& plane) {
    const void* cells = plane.tensor.fetched ? static_cast<const void*>(plane.tensor.fetched) : plane.tensor.data;
    return std::tuple{cells, plane.base, plane.stride_y, plane.stride_x, plane.height, plane.width, plane.is_mask};
}

int blocks_of(int cells, int level) { return static_cast<int>((Size{cells} + (Size{1} << level) - 1) >> level); }

/// The tile among those one level finer that has the upper left part of this one.
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

HeatmapTiles::HeatmapTiles(const HeatmapLimits& limits) : limits_(limits), reduction_(std::make_unique<BlockReduction>()) {
    limits_.bytes_per_frame = std::max(limits_.bytes_per_frame, most_tile_bytes);
}

HeatmapTiles::~HeatmapTiles() {
    while (!tiles_.empty()) drop(tiles_.begin());
}

void HeatmapTiles::begin_frame(std::uint64_t clock) {
    clock_ = clock;
    uploaded_ = 0;
    steps_ = 0;
    more_to_come_ = short_ = false;
    failed_.clear();
    if (planes_.size() > most_planes)
        std::erase_if(planes_, [this](const auto& plane) {
            return std::ranges::none_of(
                tiles_, [&](const auto& tile) { return tile.first.plane == plane.first || tile.first.mask == plane.first; });
        });
    make_room(0);
}

int HeatmapTiles::number_of(const TilePlane& plane) {
    const auto known = std::ranges::find_if(planes_, [&](const auto& one) { return identity(one.second) == identity(plane); });
    if (known == planes_.end()) {
        planes_.emplace(next_plane_, plane);
        return next_plane_++;
    }
    if (known->second.generation != plane.generation) drop_plane(known->first);
    known->second = plane;
    return known->first;
}

std::array<int, 2> HeatmapTiles::blocks(const TileAddress& address) const {
    const TilePlane& plane = planes_.at(address.plane);
    return {blocks_of(plane.height, address.level[0]), blocks_of(plane.width, address.level[1])};
}

const Tile* HeatmapTiles::find(const TileAddress& address) {
    const auto tile = tiles_.find(address);
    if (tile == tiles_.end() || !tile->second.complete) return nullptr;
    tile->second.last_used = clock_;
    return &tile->second;
}

const Tile* HeatmapTiles::make(const TileAddress& address) {
    if (const Tile* tile = find(address)) return tile;
    finish(address);
    return find(address);
}

/// The tile once it is complete. What is made only on the way stays the first to be dropped.
const Tile* HeatmapTiles::finish(const TileAddress& address) {
    const auto tile = tiles_.find(address);
    if (tile != tiles_.end() && tile->second.complete) return &tile->second;
    return address.is_cells() ? load(address) : gather(address);
}

bool HeatmapTiles::may_go_on() {
    const auto now = std::chrono::steady_clock::now();
    if (steps_ == 0) began_ = now;
    const double milliseconds = std::chrono::duration<double, std::milli>(now - began_).count();
    const bool may = patient_ || steps_ == 0 || milliseconds < limits_.milliseconds_per_frame;
    if (!may) more_to_come_ = true;
    return may;
}

/// A tile without content yet; null where there is no room for it.
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
    if (!address.is_cells()) {
        tile.numbers = make_texture(GL_RG32F, tile.width, tile.height);
        if (counts) tile.counts = make_texture(GL_R32F, tile.width, tile.height);
    }
    bytes_ += tile.bytes;
    return &tiles_.emplace(address, tile).first->second;
}

const Tile* HeatmapTiles::load(const TileAddress& address) {
    const Size bytes = most_tile_bytes;
    if (!patient_ && uploaded_ + bytes > limits_.bytes_per_frame) {
        more_to_come_ = true;
        return nullptr;
    }
    if (failed_.contains(address.plane) || !may_go_on()) return nullptr;
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
    if (complete) tile->last_used = 0;  // nobody has seen it so far
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

bool HeatmapTiles::make_room(Size bytes) {
    while (bytes_ + elsewhere_ + bytes > limits_.bytes) {
        auto oldest = tiles_.end();
        for (auto tile = tiles_.begin(); tile != tiles_.end(); ++tile) {
            if (tile->second.held > 0 || tile->second.last_used >= clock_) continue;
            if (oldest == tiles_.end() || tile->second.last_used < oldest->second.last_used) oldest = tile;
        }
        if (oldest == tiles_.end()) return false;
        // What was only a step on the way to others has never been seen.
        if (oldest->second.last_used > 0 && oldest->second.complete) {
            const std::string name = name_of(oldest->first.plane);
            const auto known = std::ranges::find(dropped_, name, &DroppedTensor::name);
            (known == dropped_.end() ? dropped_.emplace_back(DroppedTensor{name}) : *known).bytes += oldest->second.bytes;
        }
        drop(oldest);
    }
    return true;
}

void HeatmapTiles::drop(Tiles::iterator tile) {
    bytes_ -= tile->second.bytes;
    glDeleteTextures(1, &tile->second.numbers);
    glDeleteTextures(1, &tile->second.counts);
    tiles_.erase(tile);
}

void HeatmapTiles::drop_plane(int number) {
    for (auto tile = tiles_.begin(); tile != tiles_.end();) {
        const auto next = std::next(tile);
        if (tile->first.plane == number || tile->first.mask == number) drop(tile);
        tile = next;
    }
}

std::string HeatmapTiles::failure() const { return failed_.empty() ? "" : failed_.begin()->second; }

std::string HeatmapTiles::name_of(int plane) const {
    const TilePlane& known = planes_.at(plane);
    return known.name.empty() ? "an unnamed tensor of " + shape_text(known.tensor.layout) : known.name;
}

}  // namespace vitrine
