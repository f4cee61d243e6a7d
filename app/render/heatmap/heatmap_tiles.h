#pragma once
/// The tiles of large heatmaps. They are textures that are made when they become visible, a few in every frame. When memory is
/// short, the least recently used ones are dropped first.

#include <array>
#include <chrono>
#include <compare>
#include <map>
#include <memory>

#include "app/render/heatmap/heatmap_limits.h"
#include "app/render/heatmap/heatmap_memory.h"
#include "app/render/heatmap/tile_plane.h"

namespace vitrine {

class BlockReduction;

/// The address of a tile of blocks with 2^level cells, y before x. At level 0, 0 the tile contains the cells themselves.
struct TileAddress {
    int plane = -1;
    int mask = -1;                ///< the plane of the mask; its masked cells do not count in blocks; −1: no mask
    bool largest_number = false;  ///< the strongest cell has the largest number rather than the largest magnitude
    std::array<int, 2> level{}, at{};

    auto operator<=>(const TileAddress&) const = default;
    bool is_cells() const { return level[0] == 0 && level[1] == 0; }
};

struct Tile {
    unsigned numbers = 0;  ///< cells (R32F, for a mask R8), or the strongest and the mean of each block (RG32F)
    unsigned counts = 0;   ///< number of unmasked cells of each block; 0: no mask
    int height = 0, width = 0;
    Size bytes = 0;
    unsigned parts = 0;  ///< a bit for each of the four finer tiles already included
    bool complete = false;
    int held = 0;  ///< number of uses under way: this tile, or one made from it, is being made
    std::uint64_t last_used = 0;
};

class HeatmapTiles {
public:
    explicit HeatmapTiles(const HeatmapLimits& limits);
    ~HeatmapTiles();
    HeatmapTiles(const HeatmapTiles&) = delete;
    HeatmapTiles& operator=(const HeatmapTiles&) = delete;

    void begin_frame(std::uint64_t clock);

    /// The number that stands for a plane in addresses. Tiles of another generation of the plane are dropped.
    int number_of(const TilePlane& plane);

    /// The number of blocks of a plane at a level, along y and along x.
    std::array<int, 2> blocks(const TileAddress& address) const;

    /// The tile at an address; null if it is not complete, or the plane does not have it.
    const Tile* find(const TileAddress& address);

    /// The same, but makes the tile first, as far as the frame's limits allow.
    const Tile* make(const TileAddress& address);

    /// Sets whether a frame takes as many steps as needed. Used for pictures written to files.
    void set_patient(bool patient) { patient_ = patient; }

    /// Sets the bytes of the renderer's other textures, which count towards the limit.
    void set_elsewhere(Size bytes) { elsewhere_ = bytes; }

    const HeatmapLimits& limits() const { return limits_; }
    Size bytes() const { return bytes_; }
    Size uploaded() const { return uploaded_; }  ///< bytes of cells in this frame
    bool more_to_come() const { return more_to_come_; }
    bool short_of_memory() const { return short_; }  ///< in this frame, a tile could not be made for lack of memory
    std::string failure() const;                     ///< why cells could not be read in this frame; empty: they could
    void note_dropped(DroppedTensor dropped);
    std::vector<DroppedTensor>& dropped() { return dropped_; }
    const std::vector<DroppedTensor>& dropped() const { return dropped_; }

private:
    using Tiles = std::map<TileAddress, Tile>;

    const Tile* finish(const TileAddress& address);
    const Tile* load(const TileAddress& address);
    bool is_reduced_here(const TileAddress& address) const;
    const Tile* reduce(const TileAddress& address);
    bool may_upload(Size bytes);
    const Tile* gather(const TileAddress& address);
    bool add_part(Tile& tile, const TileAddress& address, const TileAddress& part);
    Tile* begin(const TileAddress& address);
    bool may_go_on();
    bool make_room(Size bytes);
    void drop(Tiles::iterator tile);
    void drop_plane(int number);
    std::string name_of(int plane) const;

    HeatmapLimits limits_;
    std::unique_ptr<BlockReduction> reduction_;
    std::map<int, TilePlane> planes_;
    int next_plane_ = 0;
    Tiles tiles_;
    Size bytes_ = 0, elsewhere_ = 0, uploaded_ = 0;
    std::uint64_t clock_ = 1;
    int steps_ = 0;
    std::chrono::steady_clock::time_point began_, last_step_;  ///< in this frame
    double longest_step_ = 0;                                  ///< in milliseconds
    bool patient_ = false, more_to_come_ = false, short_ = false;
    std::map<int, std::string> failed_;  ///< planes whose cells could not be read in this frame, with the reason
    std::vector<DroppedTensor> dropped_;
    std::vector<float> scratch_;
};

}  // namespace vitrine
