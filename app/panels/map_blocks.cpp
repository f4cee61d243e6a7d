/// Layers and blocks of the map, as cards with what comes out of them or unfolded.

#include <algorithm>
#include <cmath>

#include "app/panels/map_parts.h"
#include "app/widgets/controls.h"
#include "app/widgets/tensor_view.h"

namespace vitrine {

namespace {

constexpr float padding = 12;

/// Pictures of one size in rows and columns, as large as fit into a room.
struct Grid {
    int rows = 1, columns = 1;
    ImVec2 size{0, 0};

    float gap() const { return std::clamp(size.x * 0.12f, 2.0f, 10.0f); }
    float width() const { return static_cast<float>(columns) * (size.x + gap()) - gap(); }
    float height() const { return static_cast<float>(rows) * (size.y + gap()) - gap(); }
};

/// The largest cells that whole pixels allow, in whichever number of columns.
Grid best_grid(const Rect& room, int count, PlaneSize cells, float scale) {
    constexpr float largest_cell = 20, worth_a_row = 1.3f;  // one row is easier to read than two
    Grid best;
    for (int columns = count; columns >= 1; --columns) {
        const int rows = (count + columns - 1) / columns;
        const auto gap = [](float length, int number) { return number > 1 ? 0.1f * length / static_cast<float>(number) : 0.0f; };
        const float width = room.width() / static_cast<float>(columns) - gap(room.width(), columns);
        const float height = room.height() / static_cast<float>(rows) - gap(room.height(), rows);
        float cell = std::min({width / static_cast<float>(cells.columns), height / static_cast<float>(cells.rows), largest_cell});
        if (cell >= 2) cell = std::floor(cell * scale) / scale;
        const ImVec2 size{cell * static_cast<float>(cells.columns), cell * static_cast<float>(cells.rows)};
        if (size.x > worth_a_row * best.size.x) best = {rows, columns, size};
    }
    return best;
}

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

bool is_current(const MapCanvas& canvas, const Block& block) { return canvas.step().block == block.id; }

/// What a card has for its pictures: an attention below its titles where it is high, else beside them.
Rect room_for_output(const MapCanvas& canvas, const Rect& area, const Block& block) {
    constexpr float high = 60, two_titles = 110, least = 12;
    if (block.role == Role::attention && area.height() >= high) {
        return {{area.min.x + padding, area.min.y + (area.height() >= two_titles ? 46.0f : 30.0f)},
                {area.max.x - padding, area.max.y - std::min(padding, 0.1f * area.height())}};
    }
    const float title = area.height() < 12 ? 0 : canvas.ui.width_of(Font::body_strong, block.title) + padding + 8;
    const float edge = std::min(6.0f, 0.15f * area.height());
    const float left = std::max(area.min.x + title, area.max.x - 0.5f * area.width());
    if (area.max.x - padding - left < least) return {area.max, area.max};
    return {{left, area.min.y + edge}, {area.max.x - padding, area.max.y - edge}};
}

/// The largest in which the title fits.
Font title_font(const MapCanvas& canvas, const Rect& area, const std::string& title, float room) {
    if (canvas.detail.operations > 0 && canvas.camera.zoom >= 0.75) return Font::heading;
    const Font usual = area.height() < 16 ? Font::label : area.height() < 24 ? Font::note_strong : Font::body_strong;
    return canvas.ui.width_of(usual, title) <= room ? usual : Font::label;
}

void draw_title(const MapCanvas& canvas, const Rect& area, const Block& block) {
    Ui& ui = canvas.ui;
    constexpr float least = 12, two_lines = 42;
    if (area.height() < least) return;
    const float left = area.min.x + padding;
    const bool tall = area.height() >= two_lines;
    const float room =
        canvas.detail.operations > 0 && !tall ? canvas.length(map_metrics::title_width) - padding : area.width() - 2 * padding;
    const Font font = title_font(canvas, area, block.title, room);
    if (ui.width_of(font, block.title) > room) return;
    if (!tall) {
        ui.text({left, area.centre().y}, font, ui.theme.text, block.title, {.vertical = VerticalAlign::middle});
        return;
    }
    ui.text({left, area.min.y + 9}, font, ui.theme.text, block.title);
}

void draw_subtitle(const MapCanvas& canvas, const Rect& area, const MapBlock& placed, const Block& block) {
    Ui& ui = canvas.ui;
    constexpr float two_lines = 42;
    if (area.height() < two_lines) return;
    const bool opened = canvas.detail.operations > 0 && canvas.camera.zoom >= 0.75;
    const float title = ui.width_of(opened ? Font::heading : Font::body_strong, block.title),
                width = ui.width_of(Font::label, block.subtitle);
    const float left = area.min.x + padding;
    if (canvas.detail.operations > 0 && placed.titled_above) {
        const float selector = block.role == Role::attention ? 0.5f * area.width() : 0.0f;
        if (title + 14 + width > area.width() - 2 * padding - selector) return;
        ui.text({left + title + 12, area.min.y + (opened ? 13.0f : 11.0f)}, Font::label,
                faded(ui.theme.dim, canvas.detail.operations), block.subtitle);
        return;
    }
    const Rect pictures = room_for_output(canvas, area, block);
    const float room = canvas.detail.operations > 0       ? canvas.length(map_metrics::title_width) - padding
                       : pictures.min.y > area.min.y + 40 ? area.width() - 2 * padding
                                                          : pictures.min.x - left - 8;
    const bool covered = canvas.detail.operations == 0 && pictures.min.y > area.min.y + 20 && pictures.min.y < area.min.y + 40;
    if (width > room || covered) return;
    ui.text({left, area.min.y + (opened ? 30.0f : 27.0f)}, Font::label, ui.theme.dim, block.subtitle);
}

/// Which head is shown, in the header of an attention.
void draw_head_choice(MapCanvas& canvas, const Rect& area, const Block& block) {
    Ui& ui = canvas.ui;
    const auto heads = static_cast<int>(head_count(canvas.run()));
    const bool room = canvas.length(map_metrics::header) >= 30 && area.width() >= 420;
    if (block.role != Role::attention || heads < 2 || !room || canvas.detail.operations < 1) return;
    const float most = 0.45f * area.width(), label = ui.width_of(Font::note, "head") + 10;
    const float wanted = std::min(most, 32.0f * static_cast<float>(heads));
    const ImVec2 corner{area.max.x - padding - wanted + 4, area.min.y + 7};
    ui.text({corner.x - label, corner.y + 12}, Font::note, ui.theme.dim, "head", {.vertical = VerticalAlign::middle});
    const Choice choice{.prefix = "map/head/" + block.id,
                        .count = heads,
                        .selected = static_cast<int>(canvas.state.selection.head),
                        .width = wanted,
                        .colour = ui.theme.attention};
    if (const auto clicked = choose_number(ui, corner, choice)) canvas.commands.push_back(SelectHead{*clicked});
}

void hide(const MapCanvas& canvas, const MapBlock& placed, bool block_too) {
    if (block_too) canvas.ui.out_of_sight("block/" + canvas.layout.outline_block(placed).id);
    for (const MapTensor& tensor : placed.tensors) {
        if (!tensor.is_input) canvas.ui.out_of_sight(tensor.anchor);
    }
}

void draw_ground(const MapCanvas& canvas, const Rect& area, const Block& block, bool hovered) {
    Ui& ui = canvas.ui;
    const float opened = canvas.detail.operations;
    const Colour identity = colour_of(block.role, ui.theme);
    const bool current = is_current(canvas, block);
    const float radius = std::min(metrics::card_radius, 0.3f * area.height());
    ui.fill(area, mixed(ui.theme.panel, ui.theme.canvas, 0.55f * opened), radius);
    const Colour idle = mixed(ui.theme.line, identity, 0.6f * opened);
    ui.frame(area, current ? ui.theme.accent : hovered && opened == 0 ? ui.theme.dim : idle, radius, current ? 1.5f : 1.0f);
    if (canvas.detail.cards == 0) return;
    const float inset = std::min(7.0f, 0.2f * area.height());
    ui.fill({{area.min.x + 1, area.min.y + inset}, {area.min.x + 4, area.max.y - inset}}, faded(identity, canvas.detail.cards), 1);
}

void draw_block(MapCanvas& canvas, const MapBlock& placed) {
    Ui& ui = canvas.ui;
    const Block& block = canvas.layout.outline_block(placed);
    const Rect area = canvas.on_screen(placed.area);
    if (!ui.sees(area)) return hide(canvas, placed, true);
    const Interaction does = ui.control("block/" + block.id, area);
    if (does.hovered) canvas.pick = {.frame = block.id, .tensor = nullptr, .cell = std::nullopt, .block = &block};
    if (does.focused && ui.pointer().activate) canvas.commands.push_back(FrameMap{block.id});
    draw_ground(canvas, area, block, does.hovered);
    draw_title(canvas, area, block);
    draw_subtitle(canvas, area, placed, block);
    if (canvas.detail.operations > 0) {
        draw_head_choice(canvas, area, block);
        draw_operations_of(canvas, placed);
        return;
    }
    hide(canvas, placed, false);
    if (canvas.detail.cards > 0) draw_output(canvas, block, room_for_output(canvas, area, block), canvas.detail.cards);
}

/// A folded layer: its attentions and its feed-forward network where they stand, small.
void draw_layer_card(MapCanvas& canvas, const MapLayer& layer) {
    Ui& ui = canvas.ui;
    const float opacity = canvas.detail.layers;
    const Rect area = canvas.on_screen(layer.area);
    const bool here = canvas.layout.outline->blocks[static_cast<std::size_t>(layer.first_block)].first_step <= canvas.state.step;
    float top = area.max.y;
    bool current = false;
    ui.fill(area, faded(ui.theme.panel, opacity), metrics::card_radius);
    for (int i = layer.first_block; i < layer.first_block + layer.block_count; ++i) {
        const MapBlock& placed = canvas.layout.blocks[static_cast<std::size_t>(i)];
        const Block& block = canvas.layout.outline_block(placed);
        current = current || (here && is_current(canvas, block));
        if (block.role != Role::attention) continue;
        Rect room = canvas.on_screen(placed.area);
        room = {{area.min.x + 8, room.min.y}, {area.max.x - 8, room.max.y}};
        top = std::min(top, room.min.y);
        if (!room.empty()) draw_output(canvas, block, room, opacity);
    }
    ui.frame(area, faded(current ? ui.theme.accent : ui.theme.line, opacity), metrics::card_radius, current ? 1.5f : 1.0f);
    const std::string name = "Layer " + std::to_string(layer.number + 1);
    if (ui.width_of(Font::note_strong, name) + 12 > area.width() || top - area.min.y < 18) return;
    ui.text({area.centre().x, (area.min.y + top) / 2}, Font::note_strong, faded(ui.theme.text, opacity), name,
            {.align = Align::centre, .vertical = VerticalAlign::middle});
}

}  // namespace

void draw_output(MapCanvas& canvas, const Block& block, const Rect& room, float opacity) {
    if (room.empty()) return;
    const Heads heads = heads_of(canvas, block);
    const Grid grid = best_grid(room, heads.count, heads.cells, canvas.ui.fonts.scale());
    const TensorInfo* info = canvas.run().outline().find(block.output);
    const float left = heads.count > 1 ? room.centre().x - grid.width() / 2 : room.max.x - grid.width();
    const ImVec2 corner{std::round(left), std::round(room.centre().y - grid.height() / 2)};
    for (int head = 0; head < heads.count; ++head) {
        const auto row = static_cast<float>(head / grid.columns), column = static_cast<float>(head % grid.columns);
        const ImVec2 at{corner.x + column * (grid.size.x + grid.gap()), corner.y + row * (grid.size.y + grid.gap())};
        const Rect area = rect_at({std::round(at.x), std::round(at.y)}, grid.size.x, grid.size.y);
        if (!canvas.ui.sees(area)) continue;
        const std::string anchor = "thumbnail/" + info->path + (heads.count > 1 ? "/" + std::to_string(head) : "");
        draw_thumbnail(canvas, {info, map_plane(heads.layout, canvas.state.selection.sentence, head), area}, anchor, opacity);
    }
}

void draw_layer_cards(MapCanvas& canvas) {
    if (canvas.detail.layers == 0) return;
    for (const MapLayer& layer : canvas.layout.layers) {
        if (canvas.ui.sees(canvas.on_screen(layer.area))) draw_layer_card(canvas, layer);
    }
}

void draw_blocks(MapCanvas& canvas) {
    for (const MapBlock& placed : canvas.layout.blocks) {
        const bool folded = canvas.layout.outline_block(placed).layer >= 0 && canvas.detail.blocks == 0;
        if (folded) {
            hide(canvas, placed, true);
        } else {
            draw_block(canvas, placed);
        }
    }
}

}  // namespace vitrine
