#pragma once
/// The parts of the map. Each draws what it can of the world through one canvas.

#include "app/panel/panel.h"
#include "app/run/run.h"
#include "app/state/learning.h"
#include "app/views/map/state.h"

namespace vitrine {

/// How visible each level of detail is at this distance, 0 … 1. One has gone before the next one comes.
struct MapDetail {
    float layers = 0;      ///< a whole layer as one card
    float blocks = 0;      ///< blocks, within their layer's frame
    float cards = 0;       ///< a block as a card with what comes out of it
    float operations = 0;  ///< a block unfolded
};
MapDetail detail_at(double zoom);

/// Cells of a tensor that are framed, from the first to the last; both are in its slice.
struct LitBox {
    std::string path;
    Index first{}, last{};
    Colour colour = 0;
};

/// What lies topmost under the pointer.
struct MapPick {
    std::string frame;  ///< what a double click frames; empty: nothing lies there
    const TensorInfo* tensor = nullptr;
    std::optional<Index> cell = {};  ///< of it, where cells are large enough to be meant
    std::optional<Size> head = {};   ///< whose picture it is, where every head has one
    const Block* block = nullptr;
};

struct MapCanvas {
    Ui& ui;
    const State& state;
    Commands& commands;
    const MapLayout& layout;
    Rect view;
    MapCamera camera;
    MapDetail detail;
    ImVec2 origin;  ///< of the world on the screen, on a whole pixel so that pictures do not shimmer as they are moved
    std::vector<LitBox> lit;
    MapPick pick{};

    /// From top to bottom; from left to right too wherever operations can be seen.
    float length(double world) const { return static_cast<float>(world * camera.zoom); }
    ImVec2 spot(WorldPoint point) const {
        return {origin.x + static_cast<float>(point.x * camera.across()), origin.y + length(point.y)};
    }
    Rect on_screen(const WorldRect& area) const { return {spot(area.min), spot(area.max)}; }

    const Run& run() const { return *state.run; }
    const Step& step() const { return run().outline().steps[static_cast<std::size_t>(state.step)]; }

    /// False for what a later step computes, while the run is followed step by step.
    bool computed(const TensorInfo& info) const {
        return info.step <= state.step || !state.transport.stepping || state.of<Learning>().playing;
    }
};

/// What the current step does with a tensor.
enum class Part { none, input, output };
Part part_of(const Step& step, const std::string& path);

// Between the blocks.
void draw_layer_frames(MapCanvas& canvas);
void draw_flows(MapCanvas& canvas);

// Above and below the halves: their names, and the words that go in.
void draw_headings(MapCanvas& canvas);
void draw_feet(MapCanvas& canvas);

// Layers and blocks, with all that is in them.
void draw_layer_cards(MapCanvas& canvas);
void draw_blocks(MapCanvas& canvas);

/// Several blocks outside of the layers as one card, where each of them alone would be too low for its name.
void draw_folded_blocks(MapCanvas& canvas, Side side);

/// True where blocks are that low.
bool folds_blocks(const MapCanvas& canvas);

bool is_current(const MapCanvas& canvas, const Block& block);

/// A card's ground and frame. In the accent where what is selected lies folded in it.
struct CardLook {
    Colour identity = 0;
    bool current = false, hovered = false;
    float opacity = 1;
};
void draw_card(const MapCanvas& canvas, const Rect& area, const CardLook& look);

/// What is written behind the loss, as a number; empty where it is not computed yet.
std::string loss_text(const MapCanvas& canvas);

// What hovering says.
void note_block(const MapCanvas& canvas, const Block& block);
void note_layer(const MapCanvas& canvas, const MapLayer& layer);
void note_stack(const MapCanvas& canvas, Side side);

// Where the run is altered.
bool is_altered(const MapCanvas& canvas, const Block& block);
void draw_switched_off(const MapCanvas& canvas, const Rect& area, const Block& block);
void draw_altered_mark(const MapCanvas& canvas, ImVec2 centre, Role role, float opacity);

/// All of the model, small, in a corner of the canvas while only a part of it can be seen.
bool shows_overview(const MapCanvas& canvas);
void draw_overview(MapCanvas& canvas);

/// The picture of a tensor in a card, and nothing else.
struct Thumbnail {
    const TensorInfo* info;
    Plane plane;
    Rect area;
    std::optional<Size> head = {};  ///< whose picture it is, where every head has one
};
void draw_thumbnail(MapCanvas& canvas, const Thumbnail& thumbnail, const std::string& anchor, float opacity);

/// What stands for a block in a card: all heads of an attention's weights, otherwise its output. As large as fits.
struct CardPicture {
    Rect room;
    float opacity = 1;
    Align align = Align::centre;  ///< of the heads; a single picture stands at the right
};
void draw_output(MapCanvas& canvas, const Block& block, const CardPicture& picture);

/// The operations of an unfolded block.
void draw_operations_of(MapCanvas& canvas, const MapBlock& placed);

/// A tensor on the screen, and where what is written around it has room.
struct DressedTensor {
    const MapTensor* tensor;
    const TensorInfo* info;
    Plane plane = {};
    Labels rows = {}, columns = {};  ///< the words along them
    Rect area = {};                  ///< its cells
    Rect outer = {};                 ///< with its title and labels
    Rect inner = {};                 ///< of the canvas, less what labels that stay at its edges cover
    float title_room = 0, label_room = 0;
    bool titled = false, column_labels = false, row_labels = false;
    bool stuck_above = false;  ///< title and column labels are kept at the upper edge of the canvas
};
DressedTensor dressed(const MapCanvas& canvas, const MapTensor& tensor);

/// Between a tensor's cells and its frame.
inline float frame_distance(const MapCanvas& canvas) { return canvas.camera.zoom < 0.75 ? 2.0f : 3.0f; }

/// What a tensor is called where there is so much room; what is cut off the name stands as "…".
std::string short_symbol(const Ui& ui, Font font, const std::string& symbol, float room);

/// Below labels that stay at the edges of the canvas.
void cover_edges(const MapCanvas& canvas, const DressedTensor& tensor);

/// The title stays in sight as long as enough of its tensor does.
void draw_tensor_title(const MapCanvas& canvas, const DressedTensor& tensor, const std::string& note);
void draw_row_labels(const MapCanvas& canvas, const DressedTensor& tensor, const HeatmapLayout& layout, int lit);
void draw_column_labels(const MapCanvas& canvas, const DressedTensor& tensor, const HeatmapLayout& layout, int lit);
void draw_tensor(MapCanvas& canvas, const DressedTensor& tensor);
void draw_arrows(MapCanvas& canvas, const MapBlock& placed, const std::vector<DressedTensor>& tensors);

/// Above the canvas: where one is, the way to the current step, motion and zoom.
void draw_map_head(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
