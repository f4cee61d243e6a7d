#include "app/render/heatmap/heatmap_tiles.h"

#include <algorithm>
#include <tuple>

#include <epoxy/gl.h>

#include "app/render/heatmap/block_reduction.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

constexpr std::size_t most_planes = 512;

auto identity(const TilePlane& plane) {
    const void* cells = plane.tensor.fetched ? static_cast<const void*>(plane.tensor.fetched) : plane.tensor.data;
    return std::tuple{cells, plane.base, plane.stride_y, plane.stride_x, plane.height, plane.width, plane.is_mask};
}

int blocks_of(int cells, int level) { return static_cast<int>((Size{cells} + (Size{1} << level) - 1) >> level); }

}  // namespace

HeatmapTiles::HeatmapTiles(const HeatmapLimits& limits) : limits_(limits), reduction_(std::make_unique<BlockReduction>()) {
    limits_.bytes_per_frame = std::max(limits_.bytes_per_frame, block_tile_bytes);
}

HeatmapTiles::~HeatmapTiles() {
    while (!tiles_.empty()) drop(tiles_.begin());
}

void HeatmapTiles::begin_frame(std::uint64_t clock) {
    clock_ = clock;
    uploaded_ = 0;
    steps_ = 0;
    longest_step_ = 0;
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

bool HeatmapTiles::make_room(Size bytes) {
    while (bytes_ + elsewhere_ + bytes > limits_.bytes) {
        auto oldest = tiles_.end();
        for (auto tile = tiles_.begin(); tile != tiles_.end(); ++tile) {
            if (tile->second.held > 0 || tile->second.last_used >= clock_) continue;
            if (oldest == tiles_.end() || tile->second.last_used < oldest->second.last_used) oldest = tile;
        }
        if (oldest == tiles_.end()) return false;
        // Tiles that were only steps towards others have never been visible, so they are not reported.
        if (oldest->second.last_used > 0 && oldest->second.complete)
            note_dropped({name_of(oldest->first.plane), oldest->second.bytes});
        drop(oldest);
    }
    return true;
}

void HeatmapTiles::note_dropped(DroppedTensor dropped) {
    if (const auto known = std::ranges::find(dropped_, dropped.name, &DroppedTensor::name); known != dropped_.end()) {
        dropped.bytes += known->bytes;
        dropped_.erase(known);
    }
    dropped_.push_back(std::move(dropped));
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
