/// Draws the blocks of the map: their titles, and their outputs if folded, or all their tensors if unfolded.

#include <algorithm>
#include <cmath>

#include "app/run/parameter_totals.h"
#include "app/state/selection_commands.h"
#include "app/views/map/commands.h"
#include "app/views/map/parts.h"
#include "app/widgets/controls.h"
#include "app/widgets/tensor/tensor_view.h"

namespace vitrine {

namespace {

constexpr float padding = 12;

/// The room for a card's pictures. In a high card of an attention it is below the titles, otherwise beside them.
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

/// The largest font in which the title fits.
Font title_font(const MapCanvas& canvas, const Rect& area, const std::string& title, float room) {
    const Font usual = area.height() < 16 ? Font::label : area.height() < 24 ? Font::note_strong : Font::body_strong;
    const bool near = canvas.detail.operations > 0 && canvas.camera.zoom >= 0.75;
    for (const Font font : {near ? Font::heading : usual, usual}) {
        if (canvas.ui.width_of(font, title) <= room) return font;
    }
    return Font::label;
}

/// The distance of a title from the upper edge. A block that has just unfolded has little room above its tensors' titles.
float title_top(const MapCanvas& canvas) { return canvas.detail.operations > 0 && canvas.camera.zoom < 0.55 ? 3 : 9; }

/// The width available for a title. Beside an unfolded block's tensors, it ends at the first of them.
float room_for_title(const MapCanvas& canvas, const Rect& area, const MapBlock& placed) {
    constexpr float gap = 2;
    if (canvas.detail.operations == 0 || placed.titled_above || placed.tensors.empty()) return area.width() - 2 * padding;
    return dressed(canvas, placed.tensors.front()).outer.min.x - gap - area.min.x - padding;
}

/// Draws a title with one word per line, for narrow room beside the tensors of a block that has just unfolded.
void draw_title_in_lines(const MapCanvas& canvas, ImVec2 at, std::string_view title, float room) {
    constexpr float line = 13;
    for (; !title.empty(); at.y += line) {
        std::size_t end = title.find(' ', title.starts_with("+ ") ? 2 : 0);
        end = std::min(end, title.size());
        canvas.ui.text(at, Font::label, canvas.ui.theme.text, title.substr(0, end), {.max_width = room, .shorten = Shorten::end});
        title.remove_prefix(std::min(end + 1, title.size()));
    }
}

void draw_title(const MapCanvas& canvas, const Rect& area, const MapBlock& placed, const Block& block) {
    Ui& ui = canvas.ui;
    constexpr float least = 12, two_lines = 42;
    if (area.height() < least) return;
    const float left = area.min.x + padding;
    const bool tall = area.height() >= two_lines;
    const float room = room_for_title(canvas, area, placed);
    const Font font = title_font(canvas, area, block.title, room);
    if (ui.width_of(font, block.title) > room && tall && canvas.detail.operations > 0)
        return draw_title_in_lines(canvas, {left, area.min.y + title_top(canvas)}, block.title, room);
    if (ui.width_of(font, block.title) > room) return;
    if (!tall) {
        ui.text({left, area.centre().y}, font, ui.theme.text, block.title, {.vertical = VerticalAlign::middle});
        return;
    }
    ui.text({left, area.min.y + title_top(canvas)}, font, ui.theme.text, block.title);
}

/// The subtitle, as much of it as fits.
std::string subtitle_for(const MapCanvas& canvas, const Block& block, float room) {
    const bool near = canvas.detail.operations > 0;
    const Size count = near ? parameters_of(canvas.run(), block).count : 0;
    const std::string parameters = count ? "  ·  " + parameters_text(count) : "";
    for (const std::string& text : {block.subtitle + parameters, block.subtitle}) {
        if (canvas.ui.width_of(Font::label, text) <= room) return text;
    }
    return "";
}

/// Draws the operation and the parameters to the left of an unfolded row's tensors.
void draw_side_notes(const MapCanvas& canvas, const Rect& area, const Block& block, float top) {
    Ui& ui = canvas.ui;
    const float room = canvas.length(map_metrics::title_width) - padding - 4;
    const Colour colour = faded(ui.theme.dim, canvas.detail.operations);
    if (ui.width_of(Font::label, block.subtitle) <= room) ui.text({area.min.x + padding, top}, Font::label, colour, block.subtitle);
    const Size count = parameters_of(canvas.run(), block).count;
    const std::string parameters = parameters_text(count);
    if (count == 0 || area.max.y - top < 38 || ui.width_of(Font::label, parameters) > room) return;
    ui.text({area.min.x + padding, top + 16}, Font::label, colour, parameters);
}

void draw_subtitle(const MapCanvas& canvas, const Rect& area, const MapBlock& placed, const Block& block) {
    Ui& ui = canvas.ui;
    constexpr float two_lines = 42;
    if (area.height() < two_lines) return;
    const bool opened = canvas.detail.operations > 0, large = opened && canvas.camera.zoom >= 0.75;
    const float title = ui.width_of(large ? Font::heading : Font::body_strong, block.title), left = area.min.x + padding;
    const bool in_lines = opened && ui.width_of(Font::label, block.title) > room_for_title(canvas, area, placed);
    if (in_lines) return;
    if (opened && !placed.titled_above) return draw_side_notes(canvas, area, block, area.min.y + (large ? 30.0f : 27.0f));
    if (opened) {
        const float selector = block.role == Role::attention ? 0.45f * area.width() + ui.width_of(Font::note, "head") + 10 : 0.0f;
        const std::string text = subtitle_for(canvas, block, area.width() - 2 * padding - selector - title - 14);
        ui.text({left + title + 12, area.min.y + title_top(canvas) + (large ? 4.0f : 2.0f)}, Font::label,
                faded(ui.theme.dim, canvas.detail.operations), text);
        return;
    }
    const Rect pictures = room_for_output(canvas, area, block);
    const bool beside = pictures.min.y <= area.min.y + 20, below = pictures.min.y > area.min.y + 40;
    if (!beside && !below) {  // after the title, on the same line
        const std::string text = subtitle_for(canvas, block, area.width() - 2 * padding - title - 14);
        ui.text({left + title + 12, area.min.y + 11}, Font::label, ui.theme.dim, text);
        return;
    }
    const std::string text = subtitle_for(canvas, block, below ? area.width() - 2 * padding : pictures.min.x - left - 8);
    ui.text({left, area.min.y + 27}, Font::label, ui.theme.dim, text);
}

/// Draws the choice of the head in the header of an attention.
void draw_head_choice(MapCanvas& canvas, const Rect& area, const Block& block) {
    Ui& ui = canvas.ui;
    const std::optional<AttentionPlace> attention = attention_at(block.id);
    const auto heads = attention ? static_cast<int>(head_count(canvas.run(), *attention)) : 1;
    const bool room = canvas.length(map_metrics::header) >= 30 && area.width() >= 420;
    if (block.role != Role::attention || heads < 2 || !room || canvas.detail.operations < 1) return;
    const float most = 0.45f * area.width(), label = ui.width_of(Font::note, "head") + 10;
    const float wanted = std::min(most, 32.0f * static_cast<float>(heads));
    const ImVec2 corner{area.max.x - padding - wanted + 4, area.min.y + 7};
    ui.text({corner.x - label, corner.y + 12}, Font::note, ui.theme.dim, "head", {.vertical = VerticalAlign::middle});
    const Choice choice{.prefix = "map/head/" + block.id,
                        .count = heads,
                        .selected = std::min(static_cast<int>(canvas.state.selection.head), heads - 1),
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
    if (opened == 0) {
        return draw_card(canvas, area, {.identity = identity, .current = is_current(canvas, block), .hovered = hovered});
    }
    const bool current = is_current(canvas, block);
    const float radius = std::min(metrics::card_radius, 0.3f * area.height());
    ui.fill(area, mixed(ui.theme.panel, ui.theme.canvas, 0.55f * opened), radius);
    ui.frame(area, current ? identity : mixed(ui.theme.line, identity, 0.5f * opened), radius, current ? 2.0f : 1.0f);
}

/// The part of an unfolded block in which the pointer hovers over the block itself.
Rect title_area(const MapCanvas& canvas, const MapBlock& placed, const Rect& area) {
    if (canvas.detail.operations == 0) return area;
    if (placed.titled_above) return {area.min, {area.max.x, area.min.y + canvas.length(map_metrics::header)}};
    return {area.min, {area.min.x + canvas.length(map_metrics::title_width), area.max.y}};
}

/// Draws the loss as a number on the right of its card, since a colour would not show how large it is.
void draw_loss(const MapCanvas& canvas, const Rect& area) {
    constexpr float least = 12;
    const std::string loss = loss_text(canvas);
    if (area.height() < least || loss.empty()) return;
    Ui& ui = canvas.ui;
    const Font font = area.height() < 18 ? Font::mono_small : Font::mono;
    const float title = ui.width_of(Font::body_strong, "Loss") + 16;
    if (ui.width_of(font, loss) > area.width() - 2 * padding - title) return;
    ui.text({area.max.x - padding, area.centre().y}, font, ui.theme.text, loss,
            {.align = Align::right, .vertical = VerticalAlign::middle});
}

void draw_block(MapCanvas& canvas, const MapBlock& placed) {
    Ui& ui = canvas.ui;
    const Block& block = canvas.layout.outline_block(placed);
    const Rect area = canvas.on_screen(placed.area);
    if (!ui.sees(area)) return hide(canvas, placed, true);
    const Interaction does = ui.control("block/" + block.id, area);
    if (does.hovered) canvas.pick = {.frame = block.id, .block = &block};
    if (does.hovered && title_area(canvas, placed, area).contains(ui.pointer().position)) note_block(canvas, block);
    if (does.focused && ui.pointer().activate) canvas.commands.push_back(FrameMap{block.id});
    draw_ground(canvas, area, block, does.hovered);
    draw_title(canvas, area, placed, block);
    draw_subtitle(canvas, area, placed, block);
    if (canvas.detail.operations > 0) {
        draw_head_choice(canvas, area, block);
        draw_operations_of(canvas, placed);
        draw_switched_off(canvas, area, block);
        return;
    }
    hide(canvas, placed, false);
    if (canvas.detail.cards == 0) return draw_switched_off(canvas, area, block);
    if (block.id == "loss") {
        draw_loss(canvas, area);
    } else {
        draw_output(canvas, block, {room_for_output(canvas, area, block), canvas.detail.cards});
    }
    draw_switched_off(canvas, area, block);
    if (is_altered(canvas, block)) draw_altered_mark(canvas, {area.max.x - 1, area.min.y + 1}, block.role, canvas.detail.cards);
    if (shown_finding(canvas, block)) draw_finding_mark(canvas, {area.min.x + 1, area.min.y + 1}, canvas.detail.cards);
}

}  // namespace

void draw_blocks(MapCanvas& canvas) {
    const bool folds = folds_blocks(canvas);
    if (folds) {
        for (const Side side : {Side::source, Side::target}) draw_folded_blocks(canvas, side);
    }
    for (const MapBlock& placed : canvas.layout.blocks) {
        const bool layer = canvas.layout.outline_block(placed).layer >= 0;
        if (layer && canvas.detail.blocks == 0) {
            hide(canvas, placed, true);
        } else if (!layer && folds) {
            hide(canvas, placed, false);
        } else {
            draw_block(canvas, placed);
        }
    }
}

}  // namespace vitrine
