#pragma once
/// The parts of the map. Each draws what it can of the world through one canvas.

#include "app/panels/panel.h"

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
        return info.step <= state.step || !state.transport.stepping || state.training.playing;
    }
};

/// What the current step does with a tensor.
enum class Part { none, input, output };
Part part_of(const Step& step, const std::string& path);

// Between the blocks.
void draw_layer_frames(MapCanvas& canvas);
void draw_flows(MapCanvas& canvas);
void draw_feet(MapCanvas& canvas);

// Layers and blocks, with all that is in them.
void draw_layer_cards(MapCanvas& canvas);
void draw_blocks(MapCanvas& canvas);

/// The picture of a tensor in a card, and nothing else.
struct Thumbnail {
    const TensorInfo* info;
    Plane plane;
    Rect area;
};
void draw_thumbnail(MapCanvas& canvas, const Thumbnail& thumbnail, const std::string& anchor, float opacity);

/// What stands for a block in a card: all heads of an attention's weights, otherwise its output. As large as fits.
void draw_output(MapCanvas& canvas, const Block& block, const Rect& room, float opacity);

/// The operations of an unfolded block.
void draw_operations_of(MapCanvas& canvas, const MapBlock& placed);

/// A tensor on the screen, and where what is written around it has room.
struct DressedTensor {
    const MapTensor* tensor;
    const TensorInfo* info;
    Plane plane = {};
    Rect area = {};   ///< its cells
    Rect outer = {};  ///< with its title and labels
    float title_room = 0;
    bool titled = false, column_labels = false, row_labels = false;
};
constexpr float tensor_frame_distance = 3;  ///< between a tensor's cells and its frame
DressedTensor dressed(const MapCanvas& canvas, const MapTensor& tensor);
void draw_row_labels(const MapCanvas& canvas, const DressedTensor& tensor, const HeatmapLayout& layout, int lit);
void draw_column_labels(const MapCanvas& canvas, const DressedTensor& tensor, const HeatmapLayout& layout, int lit);
void draw_tensor(MapCanvas& canvas, const DressedTensor& tensor);
void draw_arrows(MapCanvas& canvas, const MapBlock& placed, const std::vector<DressedTensor>& tensors);

/// Above the canvas: where one is, the way to the current step, motion and zoom.
void draw_map_head(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
