#pragma once
/// The world of the map: where every layer, block and tensor of a run is, as in the paper's figure 1. Nothing in it moves; only
/// the camera does. Lengths are in world units, x to the right and y downwards.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/run/picture.h"
#include "core/trace/trace.h"

namespace vitrine {

struct WorldPoint {
    double x = 0, y = 0;
};

struct WorldRect {
    WorldPoint min, max;

    double width() const { return max.x - min.x; }
    double height() const { return max.y - min.y; }
    WorldPoint centre() const { return {(min.x + max.x) / 2, (min.y + max.y) / 2}; }
    bool contains(WorldPoint p) const { return p.x >= min.x && p.x < max.x && p.y >= min.y && p.y < max.y; }
    bool contains(const WorldRect& other) const {
        return other.min.x >= min.x && other.max.x <= max.x && other.min.y >= min.y && other.max.y <= max.y;
    }
    bool overlaps(const WorldRect& other) const {
        return other.min.x < max.x && other.max.x > min.x && other.min.y < max.y && other.max.y > min.y;
    }
};

WorldRect united(const WorldRect& first, const WorldRect& second);

/// The plane of a tensor that the map shows. It is plane_of(), except for [batch, position]: the sentence is shown as a column.
/// `head`: the place along the tensor's head axis.
Plane map_plane(const Layout& layout, Size sentence, Size head);

/// The numbers of rows and columns of a plane.
struct PlaneSize {
    Size rows = 1, columns = 1;
};
PlaneSize size_of(const Layout& layout, const Plane& plane);

/// A tensor in a block: computed by the block, or a copy of one read from outside.
struct MapTensor {
    std::string path;
    std::string anchor;  ///< "map/PATH"; "input/BLOCK/PATH" for an input
    std::string symbol;  ///< "Q", "x": its title
    std::string note;    ///< "asks": written after the title if there is room
    int slot = 0;        ///< index in Outline::tensors
    bool is_input = false;
    WorldRect room{};   ///< the space reserved for the cells
    WorldRect area{};   ///< of the cells, centred in `room`
    double cell = 1;    ///< the shorter side of a cell; near enough, cells are squares of this size
    double above = 0;   ///< free height above `room`, for a title and column labels
    double title = 0;   ///< the widest possible title, from the left edge of `room`
    double beside = 0;  ///< free width to the left of `room`, for row labels and an incoming arrow; 0: no row labels
};

/// How a flow from one tensor to another is drawn.
enum class Joint : std::uint8_t { arrow, plus };

struct MapArrow {
    int from = 0, to = 0;  ///< indices in MapBlock::tensors
    int step = 0;          ///< the step that reads `from` and fills `to`
    Joint joint = Joint::arrow;
    Role role = Role::residual;  ///< decides its colour
};

struct MapBlock {
    int block = 0;  ///< index in Outline::blocks
    WorldRect area{};
    bool titled_above = false;  ///< the title is above the block's tensors rather than to their left
    std::vector<MapTensor> tensors;
    std::vector<MapArrow> arrows;
    std::vector<int> sources;  ///< the blocks of its side that it reads, as indices in MapLayout::blocks
};

struct MapLayer {
    std::string id;  ///< "encoder.layers.0"
    Side side = Side::source;
    int number = 0;                        ///< counted from 0
    WorldRect area{};                      ///< around its blocks
    int first_block = 0, block_count = 0;  ///< indices in MapLayout::blocks
};

struct MapLayout {
    std::shared_ptr<const Outline> outline;
    std::vector<MapBlock> blocks;  ///< in the outline's order; the last ones are missing if the run has no loss
    std::vector<MapLayer> layers;
    WorldRect encoder{}, decoder{},
        whole{};  ///< without width if the model does not have it; includes frames, the words below and the arrows around
    double smallest_cell = 1;

    const Block& outline_block(const MapBlock& block) const { return outline->blocks[static_cast<std::size_t>(block.block)]; }

    /// Null if there is none with this id.
    const MapBlock* find_block(const std::string& id) const;
    const MapLayer* find_layer(const std::string& id) const;

    /// Whether a block reads the one below it, or nothing of this side.
    bool goes_on(const MapBlock& below, const MapBlock& above) const;

    /// A tensor in the place where it is computed, and its block; null if the run has no such tensor.
    struct Placed {
        const MapBlock* block = nullptr;
        const MapTensor* tensor = nullptr;
    };
    Placed find_tensor(const std::string& path) const;
};

/// Measures of the world.
namespace map_metrics {
constexpr double block_width = 872, between_columns = 260, between_blocks = 22, between_layers = 76;
constexpr double attention_height = 490, wide_height = 164, row_height = 96;
constexpr double high_row_height = 132;  ///< in the encoder, which has fewer blocks than the decoder beside it
constexpr double header = 44;            ///< height of the title of a block with its title above
constexpr double title_width = 180;      ///< width of the title of a block with its title beside
constexpr double layer_side = 64, layer_top = 42, layer_bottom = 26;
constexpr double foot = 92;  ///< below the columns, for the input words
constexpr double largest_cell = 30;
constexpr double readable_cell = 11;  ///< the least size of cells if a row or column has few of them
constexpr int few_cells = 24;
}  // namespace map_metrics

/// The world of a run. It depends only on the shapes of the run's tensors.
MapLayout make_map_layout(const Trace& trace, int last_step);

}  // namespace vitrine
