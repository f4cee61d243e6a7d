#pragma once
/// The tiles of large heatmaps: textures that are made as they come into view, a little in every frame, and dropped when memory is
/// short, those that were not looked at for the longest time first.

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

/// Blocks of 2^level cells in either direction, y first; at level 0, 0 the cells themselves.
struct TileAddress {
    int plane = -1;
    int mask = -1;                ///< the plane of what does not count in blocks; −1: everything counts
    bool largest_number = false;  ///< the strongest is the largest number, and not the one with the largest magnitude
    std::array<int, 2> level{}, at{};

    auto operator<=>(const TileAddress&) const = default;
    bool is_cells() const { return level[0] == 0 && level[1] == 0; }
};

struct Tile {
    unsigned numbers = 0;  ///< cells (R32F, a mask's R8), or of each block the strongest and the mean (RG32F)
    unsigned counts = 0;   ///< how many cells of each block are not masked; 0: there is no mask
    int height = 0, width = 0;
    Size bytes = 0;
    unsigned parts = 0;  ///< a bit for each of the four finer tiles that is in it
    bool complete = false;
    int held = 0;  ///< made at the moment, or from it another one
    std::uint64_t last_used = 0;
};

class HeatmapTiles {
public:
    explicit HeatmapTiles(const HeatmapLimits& limits);
    ~HeatmapTiles();
    HeatmapTiles(const HeatmapTiles&) = delete;
    HeatmapTiles& operator=(const HeatmapTiles&) = delete;

    void begin_frame(std::uint64_t clock);

    /// The number of a plane in addresses. What another generation of it left is dropped.
    int number_of(const TilePlane& plane);

    /// How many blocks of a level the plane has: down y, along x.
    std::array<int, 2> blocks(const TileAddress& address) const;

    /// A tile that is complete; null if it is not, or if the plane has none there.
    const Tile* find(const TileAddress& address);

    /// The same, made first as far as the frame's allowance goes.
    const Tile* make(const TileAddress& address);

    /// From now on as many steps a frame as it takes, where pictures are written to files.
    void set_patient(bool patient) { patient_ = patient; }

    /// Other textures of the renderer, which count too.
    void set_elsewhere(Size bytes) { elsewhere_ = bytes; }

    const HeatmapLimits& limits() const { return limits_; }
    Size bytes() const { return bytes_; }
    Size uploaded() const { return uploaded_; }  ///< bytes of cells in this frame
    bool more_to_come() const { return more_to_come_; }
    bool short_of_memory() const { return short_; }  ///< in this frame something could not be made for lack of it
    std::string failure() const;                     ///< why cells could not be had in this frame; empty: they could
    void note_dropped(DroppedTensor dropped);
    std::vector<DroppedTensor>& dropped() { return dropped_; }
    const std::vector<DroppedTensor>& dropped() const { return dropped_; }

private:
    using Tiles = std::map<TileAddress, Tile>;

    const Tile* finish(const TileAddress& address);
    const Tile* load(const TileAddress& address);
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
    std::map<int, std::string> failed_;  ///< planes whose cells could not be had in this frame, and why
    std::vector<DroppedTensor> dropped_;
    std::vector<float> scratch_;
};

}  // namespace vitrine
