#include "app/actions/palette.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/actions/palette_commands.h"
#include "app/actions/palette_state.h"
#include "app/base/command.h"
#include "app/frame/panels.h"
#include "app/panel/measures.h"
#include "app/panel/typed_text.h"
#include "app/state/state.h"
#include "app/state/window_commands.h"
#include "app/widgets/controls.h"
#include "app/widgets/floating.h"
#include "app/widgets/text_field.h"

namespace vitrine {

namespace {

constexpr float widest = 620, palette_padding = 10, field_height = 34, palette_row = 40, footer_height = 26;

const char* placeholder(PaletteScope scope) {
    switch (scope) {
        case PaletteScope::models:
            return "Open a sample, a recent model, or the path of a folder";
        case PaletteScope::files:
            return "The path of a lesson, a file whose name ends with .md";
        case PaletteScope::traces:
            return "The path of a trace, a file whose name ends with .npz or .safetensors";
        case PaletteScope::links:
            return "A link: a text that begins with vitrine:";
        case PaletteScope::tensors:
            return "Go to a tensor: parts of its path";
        case PaletteScope::steps:
            return "Go to a step: its number or a part of its name";
        default:
            return "Find a command, a lesson, a term, a step, a tensor; or ask a question";
    }
}

void draw_field(Ui& ui, const Rect& field, const State& state, Commands& commands) {
    const TextEdit& text = state.of<PaletteView>().text;
    const TextFieldOutput does = text_field(ui, field,
                                            {.name = "palette/text",
                                             .text = text.text,
                                             .caret = text.caret,
                                             .anchor = text.anchor,
                                             .placeholder = placeholder(state.of<PaletteView>().scope),
                                             .typing = true,
                                             .font = Font::body});
    if (const auto moved = pointed_text(ui, text, does)) commands.push_back(SetPaletteText{*moved});
}

/// The title, in which the typed letters are brighter than the rest.
void draw_title(Ui& ui, ImVec2 at, float room, const PaletteEntry& entry) {
    const Font font = entry.kind == PaletteKind::tensor ? Font::mono : Font::body;
    const bool able = entry.refused.empty();
    const Rect written = ui.text(at, font, able ? ui.theme.text : ui.theme.faint, entry.title, {.max_width = room});
    if (ui.width_of(font, entry.title) > room) return;
    for (const std::size_t letter : entry.letters) {
        const float from = written.min.x + ui.width_of(font, entry.title.substr(0, letter));
        const float to = written.min.x + ui.width_of(font, entry.title.substr(0, letter + 1));
        ui.fill({{from, written.max.y - 1}, {to, written.max.y}}, able ? ui.theme.dim : ui.theme.faint);
    }
}

Interaction draw_entry(Ui& ui, const Rect& row, const PaletteEntry& entry, std::size_t place, bool chosen) {
    const Interaction does = ui.control("palette/" + std::to_string(place), row);
    if (chosen) ui.fill(row, ui.theme.raised, metrics::radius);
    if (chosen) ui.fill(rect_at({row.min.x, row.min.y + 8}, 3, row.height() - 16), ui.theme.accent, 1);
    float right = row.max.x - 12;
    const std::string beside = entry.shortcut.empty() ? std::string(entry.word) : entry.shortcut;
    right = ui.text({right, row.centre().y}, Font::note, entry.shortcut.empty() ? ui.theme.faint : ui.theme.dim, beside,
                    {.align = Align::right, .vertical = VerticalAlign::middle})
                .min.x -
            16;
    const float left = row.min.x + 14, room = right - left;
    draw_title(ui, {left, row.min.y + 4}, room, entry);
    const std::string below = entry.refused.empty() ? entry.detail : "not now: " + entry.refused;
    ui.text({left, row.min.y + 22}, Font::label, ui.theme.dim, below, {.max_width = room, .shorten = Shorten::end});
    return does;
}

/// The line that is shown instead of entries.
std::string nothing_found(const PaletteView& palette) {
    const bool waits = palette.text.text.empty();
    if (palette.scope == PaletteScope::links)
        return waits ? "Paste it here: Ctrl+V." : "This is not a link: a link begins with vitrine: or is an address with #sample=.";
    if (waits) return "Type its path, or drop the file on the window.";
    const char* what = palette.scope == PaletteScope::tensors  ? "No tensor"
                       : palette.scope == PaletteScope::steps  ? "No step"
                       : palette.scope == PaletteScope::models ? "No model"
                                                               : "Nothing here";
    return fmt::format("{} is called “{}”.", what, palette.text.text);
}

/// An entry that the pointer moves onto becomes the chosen one, so that only one is highlighted.
void draw_entries(Ui& ui, const Rect& view, const std::vector<PaletteEntry>& entries, const State& state, Commands& commands) {
    const std::size_t shown = std::min(entries.size(), most_palette_entries);
    const std::size_t chosen =
        std::min<std::size_t>(static_cast<std::size_t>(state.of<PaletteView>().chosen), shown ? shown - 1 : 0);
    PointPalette points{{ui.pointer().position.x, ui.pointer().position.y}};
    Column column = begin_column(ui, "menu", view, state, 0, 0);
    for (std::size_t i = 0; i < shown; ++i) {
        const Interaction does = draw_entry(ui, column.row(palette_row), entries[i], i, i == chosen);
        if (does.hovered) points.entry = static_cast<int>(i);
        if (does.clicked) perform(entries[i], state, commands);
    }
    if (state.of<PaletteView>().pointer != points.pointer) commands.push_back(points);
    if (entries.empty()) {
        const Rect row = column.row(palette_row);
        ui.text({row.min.x + 14, row.min.y + 12}, Font::note, ui.theme.dim, nothing_found(state.of<PaletteView>()),
                {.max_width = row.width() - 28});
    }
    end_column(column, "menu", commands, 0);
}

/// "12 found, without: invented".
std::string found_words(std::size_t count, const std::vector<std::string>& left_out) {
    if (count == 0) return "";  // the list says so
    return fmt::format("{} found{}{}", count, left_out.empty() ? "" : ", without: ", fmt::join(left_out, " "));
}

}  // namespace

void draw_palette(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    if (state.menu != palette_menu) return;
    const auto& [entries, left_out] = palette_finds(state);
    constexpr float top = 56, margin = 16, lowest_share = 0.72f;
    const float width = std::min(widest, area.width() - 2 * margin);
    const float rows = palette_row * static_cast<float>(std::clamp<std::size_t>(entries.size(), 1, most_palette_entries));
    const float room = std::max(220.0f, lowest_share * area.height()) - top;
    const Rect box = rect_at({area.centre().x - width / 2, area.min.y + top}, width,
                             std::min(2 * palette_padding + field_height + 6 + rows + footer_height, room));
    begin_floating_box(ui, "palette", box);
    const Rect inner = box.inset(palette_padding);
    draw_field(ui, {inner.min, {inner.max.x, inner.min.y + field_height}}, state, commands);
    const Rect view{{inner.min.x, inner.min.y + field_height + 6}, {inner.max.x, inner.max.y - footer_height + 4}};
    draw_entries(ui, view, entries, state, commands);
    const Rect found = ui.text({inner.max.x - 4, inner.max.y - 8}, Font::label, ui.theme.faint,
                               found_words(entries.size(), left_out), {.align = Align::right, .vertical = VerticalAlign::middle});
    ui.text({inner.min.x + 4, inner.max.y - 8}, Font::label, ui.theme.faint,
            is_narrow(ui.size()) ? "tap an entry to choose it" : "↑ ↓ select, Enter opens, Escape closes",
            {.max_width = found.min.x - inner.min.x - 20, .vertical = VerticalAlign::middle, .shorten = Shorten::end});
    ui.end_floating();
    if (ui.pointer().pressed && !box.contains(ui.pointer().position)) commands.push_back(SetMenu{""});
}

}  // namespace vitrine
