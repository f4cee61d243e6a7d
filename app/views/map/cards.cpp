/// Draws cards for folded layers and blocks on the map, with small pictures of their outputs.

#include <algorithm>
#include <cmath>
#include <span>

#include <fmt/format.h>

#include "app/views/map/parts.h"
#include "app/views/map/picture_grid.h"

namespace vitrine {

namespace {

constexpr float card_inset = 12;

struct Heads {
    int count = 1;
    PlaneSize cells;
    Layout layout;
};

Heads heads_of(const MapCanvas& canvas, const Block& block) {
    Heads heads;
    heads.layout = canvas.run().trace.find(block.output).layout;
    const int axis = heads.layout.find(Axis::head);
    if (axis >= 0) heads.count = static_cast<int>(heads.layout.shape[static_cast<std::size_t>(axis)]);
    heads.cells = size_of(heads.layout, map_plane(heads.layout, 0, 0));
    return heads;
}

/// The columns of a layer's card from left to right: its name, the names of its sublayers if there is room, and their pictures.
struct LayerColumns {
    float name = 0, sublayers = 0, pictures = 0, right = 0;
    bool named = false, sublayers_named = false;
};

LayerColumns columns_of(const MapCanvas& canvas, const Rect& area, const std::string& name) {
    constexpr float gap = 14, least_pictures = 120;
    // All numbers get as much room as the widest one, so that the text after them is aligned.
    const char* widest = canvas.layout.layers.back().number < 9 ? "Layer 8" : "Layer 88";
    const float name_width = std::max(canvas.ui.width_of(Font::note_strong, name), canvas.ui.width_of(Font::note_strong, widest)),
                sublayer_width = canvas.ui.width_of(Font::label, "Masked self-attention");
    LayerColumns columns{.name = area.min.x + card_inset, .right = area.max.x - card_inset};
    columns.sublayers = columns.pictures = columns.name;
    columns.named = area.width() > name_width + 2 * card_inset + gap && area.height() >= 16;
    if (columns.named) columns.sublayers = columns.pictures = columns.name + name_width + gap;
    columns.sublayers_named = columns.right - columns.sublayers > sublayer_width + gap + least_pictures;
    if (columns.sublayers_named) columns.pictures = columns.sublayers + sublayer_width + gap;
    return columns;
}

/// Draws one sublayer of a folded layer in its place.
void draw_sublayer(MapCanvas& canvas, const MapBlock& placed, const LayerColumns& columns, float opacity) {
    constexpr float least_words = 11;
    const Block& block = canvas.layout.outline_block(placed);
    if (block.role != Role::attention && block.role != Role::feed_forward) return;
    const Rect place = canvas.on_screen(placed.area);
    const Rect room{{columns.pictures, place.min.y}, {columns.right, place.max.y}};
    draw_output(canvas, block, {room, opacity, Align::right});
    const Colour colour = faded(canvas.ui.theme.dim, opacity);
    const float above = canvas.length(map_metrics::row_height + 2 * map_metrics::between_blocks);
    if (columns.sublayers_named && place.height() >= least_words) {
        canvas.ui.text({columns.sublayers, place.centre().y}, Font::label, colour, block.title,
                       {.vertical = VerticalAlign::middle});
    } else if (above >= 13.5f) {
        const bool whole = canvas.ui.width_of(Font::label, block.title) <= columns.right - columns.pictures;
        canvas.ui.text({columns.right, place.min.y - above / 2 + 1}, Font::label, colour,
                       whole ? block.title : block.title.substr(0, block.title.find(' ')),
                       {.align = Align::right, .vertical = VerticalAlign::middle});
    }
}

/// Draws a folded layer: its attentions and its feed-forward network, small, in their places.
void draw_layer_card(MapCanvas& canvas, const MapLayer& layer) {
    Ui& ui = canvas.ui;
    const float opacity = canvas.detail.layers;
    const Rect area = canvas.on_screen(layer.area);
    const std::string name = "Layer " + std::to_string(layer.number + 1);
    const LayerColumns columns = columns_of(canvas, area, name);
    bool current = false, altered = false;
    const auto blocks = std::span(canvas.layout.blocks)
                            .subspan(static_cast<std::size_t>(layer.first_block), static_cast<std::size_t>(layer.block_count));
    for (const MapBlock& placed : blocks) {
        current = current || is_current(canvas, canvas.layout.outline_block(placed));
        altered = altered || is_altered(canvas, canvas.layout.outline_block(placed));
    }
    draw_card(canvas, area, {.identity = ui.theme.attention, .current = current, .opacity = opacity});
    for (const MapBlock& placed : blocks) draw_sublayer(canvas, placed, columns, opacity);
    if (altered) draw_altered_mark(canvas, {area.max.x - 1, area.min.y + 1}, Role::attention, opacity);
    if (!columns.named) return;
    ui.text({columns.name, area.centre().y}, Font::note_strong, faded(ui.theme.text, opacity), name,
            {.vertical = VerticalAlign::middle});
}

}  // namespace

bool is_current(const MapCanvas& canvas, const Block& block) {
    return canvas.state.phase != Phase::update && canvas.step().block == block.id;
}

std::string loss_text(const MapCanvas& canvas) {
    const TensorInfo* info = canvas.run().outline().find("loss");
    return info && canvas.computed(*info) ? loss_words(canvas.run()) : "";
}

void draw_card(const MapCanvas& canvas, const Rect& area, const CardLook& look) {
    Ui& ui = canvas.ui;
    const float radius = std::min(metrics::card_radius, 0.3f * area.height()), inset = std::min(7.0f, 0.2f * area.height());
    ui.fill(area, faded(ui.theme.panel, look.opacity), radius);
    const Colour colour = look.current ? ui.theme.accent : look.hovered ? ui.theme.dim : ui.theme.line;
    ui.frame(area, faded(colour, look.opacity), radius, look.current ? 1.5f : 1.0f);
    ui.fill({{area.min.x + 1, area.min.y + inset}, {area.min.x + 4, area.max.y - inset}}, faded(look.identity, look.opacity), 1);
}

void draw_output(MapCanvas& canvas, const Block& block, const CardPicture& picture) {
    const Rect& room = picture.room;
    if (room.empty()) return;
    const Heads heads = heads_of(canvas, block);
    const PictureGrid grid = best_grid(room, heads.count, heads.cells, canvas.ui.fonts.scale());
    if (grid.size.x <= 0) return;
    const TensorInfo* info = canvas.run().outline().find(block.output);
    const bool centred = heads.count > 1 && picture.align == Align::centre;
    const float left = centred ? room.centre().x - grid.width() / 2 : room.max.x - grid.width();
    const ImVec2 corner{std::round(left), std::round(room.centre().y - grid.height() / 2)};
    for (int head = 0; head < heads.count; ++head) {
        const auto row = static_cast<float>(head / grid.columns), column = static_cast<float>(head % grid.columns);
        const ImVec2 at{corner.x + column * (grid.size.x + grid.gap()), corner.y + row * (grid.size.y + grid.gap())};
        const Rect area = rect_at({std::round(at.x), std::round(at.y)}, grid.size.x, grid.size.y);
        if (!canvas.ui.sees(area)) continue;
        const std::string anchor = "thumbnail/" + info->path + (heads.count > 1 ? "/" + std::to_string(head) : "");
        const auto whose = heads.count > 1 ? std::optional<Size>(head) : std::nullopt;
        draw_thumbnail(canvas, {info, map_plane(heads.layout, canvas.state.selection.sentence, head), area, whose}, anchor,
                       picture.opacity);
    }
}

void draw_layer_cards(MapCanvas& canvas) {
    if (canvas.detail.layers == 0) return;
    for (const MapLayer& layer : canvas.layout.layers) {
        if (canvas.ui.sees(canvas.on_screen(layer.area))) draw_layer_card(canvas, layer);
    }
}

}  // namespace vitrine
