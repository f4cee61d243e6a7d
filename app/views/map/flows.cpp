/// Draws what is between the blocks of the map: the frames of layers, arrows, and the residual connections around sublayers.

#include <algorithm>
#include <utility>

#include "app/views/map/commands.h"
#include "app/views/map/parts.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

constexpr double arc_out = 36;     // how far a residual connection goes outwards
constexpr double bypass_out = 18;  // and what parallel sublayers read, on the other side

bool sees(const MapCanvas& canvas, const WorldRect& area) { return canvas.ui.sees(canvas.on_screen(area).inset(-16)); }

/// Draws an arrow from the top of one block to the bottom of the next; reversed in the backward pass.
void draw_upward(const MapCanvas& canvas, const MapBlock& below, const MapBlock& above) {
    ImVec2 from = canvas.spot({below.area.centre().x, below.area.min.y});
    ImVec2 to = canvas.spot({above.area.centre().x, above.area.max.y});
    Ui& ui = canvas.ui;
    if (!ui.sees(Rect{{from.x - 8, to.y}, {from.x + 8, from.y}})) return;
    const bool lit = canvas.layout.outline_block(above).id == canvas.step().block;
    const bool head = from.y - to.y >= 7;
    if (canvas.turned()) std::swap(from, to);
    const float way = canvas.turned() ? 1.0f : -1.0f;
    ui.list.AddLine(from, {to.x, to.y - (head ? 4.0f * way : 0.0f)}, ui.theme.residual, lit ? 2.2f : 1.2f);
    if (head) arrow_head(ui, to, {0, way}, ui.theme.residual);
}

/// A way from below or above a block, along one edge of the column, to a block higher up.
struct WayAround {
    double start;  // its height in the world
    const MapBlock& end;
    bool left;
    double out;  // how far it goes outwards
};

/// Draws such a way; reversed in the backward pass.
void draw_around(const MapCanvas& canvas, const WayAround& way) {
    const WorldRect& area = way.end.area;
    const double edge = way.left ? area.min.x : area.max.x, out = way.left ? edge - way.out : edge + way.out;
    const ImVec2 start = canvas.spot({area.centre().x, way.start});
    const ImVec2 corner = canvas.spot({out, 0}), end = canvas.spot({edge, area.centre().y});
    Ui& ui = canvas.ui;
    const Rect bounds{{std::min(corner.x, start.x), end.y}, {std::max(corner.x, start.x), start.y}};
    if (!ui.sees(bounds.inset(-8))) return;
    const bool lit = canvas.layout.outline_block(way.end).id == canvas.step().block;
    const float bend = std::min(8.0f, canvas.length(way.out) / 2) * (way.left ? 1.0f : -1.0f);
    ui.list.PathLineTo(start);
    ui.list.PathLineTo({corner.x + bend, start.y});
    ui.list.PathBezierQuadraticCurveTo({corner.x, start.y}, {corner.x, start.y - std::abs(bend)});
    ui.list.PathLineTo({corner.x, end.y + std::abs(bend)});
    ui.list.PathBezierQuadraticCurveTo({corner.x, end.y}, {corner.x + bend, end.y});
    ui.list.PathLineTo({end.x - (way.left ? 4.0f : -4.0f), end.y});
    ui.list.PathStroke(faded(ui.theme.residual, (lit ? 1.0f : 0.7f) * canvas.detail.blocks), ImDrawFlags_None, lit ? 2.2f : 1.2f);
    if (std::abs(end.x - corner.x) < 9) return;
    arrow_head(ui, canvas.turned() ? start : end, {way.left ? 1.0f : -1.0f, 0}, faded(ui.theme.residual, canvas.detail.blocks));
}

/// Draws the memory's way into a cross-attention; in the backward pass, the way of the memory's gradient out of it.
void draw_memory(const MapCanvas& canvas, const MapBlock& memory, const MapBlock& reader) {
    Ui& ui = canvas.ui;
    const double edge = canvas.detail.layers > 0 ? reader.area.min.x - map_metrics::layer_side : reader.area.min.x;
    // It goes straight past the cards of folded layers, which are wider than the block.
    const double beyond = canvas.detail.layers > 0 ? map_metrics::layer_side : 0;
    const ImVec2 begin = canvas.spot({memory.area.max.x, memory.area.centre().y});
    const ImVec2 from = canvas.spot({memory.area.max.x + beyond, memory.area.centre().y});
    const ImVec2 to = canvas.spot({edge, reader.area.centre().y});
    const Rect bounds{{from.x, std::min(from.y, to.y)}, {to.x, std::max(from.y, to.y)}};
    if (!ui.sees(bounds.inset(-8))) return;
    const bool lit = canvas.layout.outline_block(reader).id == canvas.step().block;
    const float bend = (to.x - from.x) * 0.6f;
    if (beyond > 0) ui.list.AddLine(begin, from, lit ? ui.theme.key : faded(ui.theme.key, 0.75f), lit ? 2.4f : 1.3f);
    ui.list.AddBezierCubic(from, {from.x + bend, from.y}, {to.x - bend, to.y}, {to.x - 4, to.y},
                           lit ? ui.theme.key : faded(ui.theme.key, 0.75f), lit ? 2.4f : 1.3f);
    if (to.x - from.x <= 16) return;
    if (canvas.turned()) return arrow_head(ui, begin, {-1, 0}, ui.theme.key);
    arrow_head(ui, to, {1, 0}, ui.theme.key);
}

/// Draws what reaches a block around those between: x, which a residual connection adds, on the outer side of the column, and in
/// layers with parallel sublayers, whose blocks do not read the ones below them, everything else on the inner side.
void draw_ways_around(const MapCanvas& canvas, Side side) {
    const Outline& outline = canvas.run().outline();
    const bool left = side == Side::source;
    const MapBlock *x = nullptr, *below = nullptr;  // the block whose output the next residual adds
    for (const MapBlock& placed : canvas.layout.blocks) {
        const Block& block = canvas.layout.outline_block(placed);
        if (block.side != side) continue;
        const int sum = outline.step_of(block.id);
        const bool adds = sum >= 0 && outline.steps[static_cast<std::size_t>(sum)].operation == Operation::residual;
        if (adds && outline.parts_of(block.id) != ResidualParts::sublayer)
            draw_around(canvas, {x->area.min.y - map_metrics::between_blocks / 2, placed, left, arc_out});
        for (const int index : placed.sources) {
            const MapBlock& source = canvas.layout.blocks[static_cast<std::size_t>(index)];
            if (&source != below && !(adds && &source == x))
                draw_around(canvas,
                            {source.area.min.y - map_metrics::between_blocks / 2, placed, !left, adds ? arc_out : bypass_out});
        }
        if (adds || block.layer < 0) x = &placed;
        below = &placed;
    }
}

/// Draws the layer's name on the upper line of its frame, where it stays visible as long as the line is.
void draw_layer_name(const MapCanvas& canvas, const MapLayer& layer, const Rect& area) {
    Ui& ui = canvas.ui;
    const std::string name = "layer " + std::to_string(layer.number + 1);
    const float width = ui.width_of(Font::label, name), left = area.min.x + metrics::block_radius + 6;
    const ImVec2 at{std::max(left, std::min(canvas.view.min.x + 16, area.centre().x - width - 16)), area.min.y};
    ui.fill(rect_at({at.x - 5, at.y - 7}, width + 10, 14), ui.theme.canvas);
    ui.text(at, Font::label, faded(ui.theme.faint, canvas.detail.blocks), name, {.vertical = VerticalAlign::middle});
}

/// Whether the pointer is near the lines of a frame. The area between blocks does not count.
bool on_frame(const MapCanvas& canvas, const Rect& area) {
    constexpr float near = 14;
    return !area.inset(near).contains(canvas.ui.pointer().position);
}

}  // namespace

void draw_layer_frames(MapCanvas& canvas) {
    Ui& ui = canvas.ui;
    for (const MapLayer& layer : canvas.layout.layers) {
        const std::string anchor = "layer/" + layer.id;
        if (!sees(canvas, layer.area)) {
            ui.out_of_sight(anchor);
            continue;
        }
        const Rect area = canvas.on_screen(layer.area);
        const Interaction does = ui.control(anchor, area);
        if (does.hovered) canvas.pick = {.frame = layer.id};
        if (does.hovered && (canvas.detail.blocks == 0 || on_frame(canvas, area))) note_layer(canvas, layer);
        if (does.focused && ui.pointer().activate) canvas.commands.push_back(FrameMap{layer.id});
        if (canvas.detail.blocks == 0) continue;
        ui.frame(area, faded(ui.theme.line, canvas.detail.blocks), metrics::block_radius);
        draw_layer_name(canvas, layer, area);
    }
}

void draw_flows(MapCanvas& canvas) {
    const MapBlock* memory = canvas.layout.find_block("memory");
    for (const Side side : {Side::source, Side::target}) {
        if (canvas.detail.blocks > 0) draw_ways_around(canvas, side);
        const MapBlock* below = nullptr;
        for (const MapBlock& placed : canvas.layout.blocks) {
            const Block& block = canvas.layout.outline_block(placed);
            if (block.side != side) continue;
            if (below && canvas.layout.goes_on(*below, placed)) draw_upward(canvas, *below, placed);
            const auto attention = attention_at(block.id);
            if (memory && attention && attention->kind == AttentionKind::cross) draw_memory(canvas, *memory, placed);
            below = &placed;
        }
    }
}

}  // namespace vitrine
