#pragma once
/// The parts of the map. All of them draw on one canvas.

#include "app/panel/panel.h"
#include "app/run/run.h"
#include "app/state/learning.h"
#include "app/state/place.h"
#include "app/views/map/state.h"
#include "app/words/gradient_findings.h"

namespace vitrine {

/// The opacity of each level of detail, 0 … 1. One level disappears before the next appears.
struct MapDetail {
    float layers = 0;      ///< a whole layer as one card
    float blocks = 0;      ///< blocks, within the frame of their layer
    float cards = 0;       ///< a block as a card with a picture of its output
    float operations = 0;  ///< a block unfolded
};
MapDetail detail_at(double zoom);

/// A framed range of a tensor's cells. Both ends are included, and are in the same slice.
struct LitBox {
    std::string path;
    Index first{}, last{};
    Colour colour = 0;
};

/// The topmost thing at the pointer.
struct MapPick {
    std::string frame;  ///< what a double click frames; empty: nothing is there
    const TensorInfo* tensor = nullptr;
    std::optional<Index> cell = {};  ///< the cell of the tensor, if cells are large enough to point at
    std::optional<Size> head = {};   ///< the picture's head, if every head has its own picture
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
    ImVec2 origin;  ///< the world's origin on the screen, on a whole pixel, so that moving pictures do not shimmer
    std::vector<LitBox> lit;
    MapPick pick{};

    /// A vertical length on the screen. Also a horizontal one wherever operations are visible.
    float length(double world) const { return static_cast<float>(world * camera.zoom); }
    ImVec2 spot(WorldPoint point) const {
        return {origin.x + static_cast<float>(point.x * camera.across()), origin.y + length(point.y)};
    }
    Rect on_screen(const WorldRect& area) const { return {spot(area.min), spot(area.max)}; }

    const Run& run() const { return *state.run; }
    const Step& step() const { return run().outline().steps[static_cast<std::size_t>(state.step)]; }

    /// The shown step of the backward pass; null in the forward pass.
    const BackwardStep* backward() const { return backward_step(state); }

    /// Whether arrows are reversed: in the backward pass, and in the update after it.
    bool turned() const { return state.phase != Phase::forward; }

    /// Whether a tensor, or its gradient in the backward pass, has been computed. False only while the run is played and shows
    /// what is computed so far.
    bool computed(const TensorInfo& info) const;
};

/// The part that a tensor, or its gradient in the backward pass, has in the current step.
enum class Part { none, input, output };
Part part_in_step(const MapCanvas& canvas, const std::string& path);

// Drawn between the blocks.
void draw_layer_frames(MapCanvas& canvas);
void draw_flows(MapCanvas& canvas);

// Drawn above and below the halves: their names, and the input words.
void draw_headings(MapCanvas& canvas);

/// Whether the decoder's input is the sentence's labels, shifted right by one. Requires: the run has this sentence.
bool reads_shifted_labels(const Run& run, Size sentence);
void draw_feet(MapCanvas& canvas);

// Layers and blocks, with their contents.
void draw_layer_cards(MapCanvas& canvas);
void draw_blocks(MapCanvas& canvas);

/// Draws several blocks outside the layers as one card, if each block alone is too low for its name.
void draw_folded_blocks(MapCanvas& canvas, Side side);

/// Whether blocks are too low in this sense.
bool folds_blocks(const MapCanvas& canvas);

bool is_current(const MapCanvas& canvas, const Block& block);

/// The look of a card. `current`: it contains the current step, and gets a frame in the accent colour.
struct CardLook {
    Colour identity = 0;
    bool current = false, hovered = false;
    float opacity = 1;
};
void draw_card(const MapCanvas& canvas, const Rect& area, const CardLook& look);

/// The loss as text; empty if it is not computed yet.
std::string loss_text(const MapCanvas& canvas);

// Notes for hovered things.
void note_block(const MapCanvas& canvas, const Block& block);
void note_layer(const MapCanvas& canvas, const MapLayer& layer);
void note_stack(const MapCanvas& canvas, Side side);

// Marks of alterations.
bool is_altered(const MapCanvas& canvas, const Block& block);
void draw_switched_off(const MapCanvas& canvas, const Rect& area, const Block& block);
void draw_altered_mark(const MapCanvas& canvas, ImVec2 centre, Role role, float opacity);

// Marks of findings in the gradients, where gradients are shown.
const FoundGradient* shown_finding(const MapCanvas& canvas, const std::string& path);
const FoundGradient* shown_finding(const MapCanvas& canvas, const Block& block);  ///< of the first of its tensors that has one
void draw_finding_mark(const MapCanvas& canvas, ImVec2 centre, float opacity);

/// The whole model, small, in a corner of the canvas while only a part of it is visible.
bool shows_overview(const MapCanvas& canvas);
void draw_overview(MapCanvas& canvas);

/// A tensor's picture in a card, without labels.
struct Thumbnail {
    const TensorInfo* info;
    Plane plane;
    Rect area;
    std::optional<Size> head = {};  ///< the picture's head, if every head has its own picture
};
void draw_thumbnail(MapCanvas& canvas, const Thumbnail& thumbnail, const std::string& anchor, float opacity);

/// The picture of a block in a card, as large as fits: for an attention the weights of all heads, otherwise the block's output.
struct CardPicture {
    Rect room;
    float opacity = 1;
    Align align = Align::centre;  ///< of the heads; a single picture is on the right
};
void draw_output(MapCanvas& canvas, const Block& block, const CardPicture& picture);

/// The operations of an unfolded block.
void draw_operations_of(MapCanvas& canvas, const MapBlock& placed);

/// A tensor on the screen, and the space for its title and labels.
struct DressedTensor {
    const MapTensor* tensor;
    const TensorInfo* info;
    Plane plane = {};
    Labels rows = {}, columns = {};  ///< labels along both axes
    Rect area = {};                  ///< area of the cells
    Rect outer = {};                 ///< area including title and labels
    Rect inner = {};                 ///< the canvas without the parts that are covered by labels at its edges
    float title_room = 0, label_room = 0;
    bool titled = false, column_labels = false, row_labels = false;
    bool stuck_above = false;  ///< the title and column labels are kept at the upper edge of the canvas
};
DressedTensor dressed(const MapCanvas& canvas, const MapTensor& tensor);

/// The distance between a tensor's cells and its frame.
inline float frame_distance(const MapCanvas& canvas) { return canvas.camera.zoom < 0.75 ? 2.0f : 3.0f; }

/// The symbol, shortened to this width with "…".
std::string short_symbol(const Ui& ui, Font font, const std::string& symbol, float room);

/// Draws the background of labels that are kept at the edges of the canvas.
void cover_edges(const MapCanvas& canvas, const DressedTensor& tensor);

/// Draws a tensor's title, which stays visible as long as enough of its tensor is visible.
void draw_tensor_title(const MapCanvas& canvas, const DressedTensor& tensor, const std::string& note);
void draw_row_labels(const MapCanvas& canvas, const DressedTensor& tensor, const HeatmapLayout& layout, int lit);
void draw_column_labels(const MapCanvas& canvas, const DressedTensor& tensor, const HeatmapLayout& layout, int lit);
void draw_tensor(MapCanvas& canvas, const DressedTensor& tensor);
void draw_arrows(MapCanvas& canvas, const MapBlock& placed, const std::vector<DressedTensor>& tensors);

/// Draws the bar above the canvas: the current place, a button to the current step, motion and zoom.
void draw_map_head(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
