#include "app/widgets/ui.h"

#include <algorithm>
#include <cmath>

namespace vitrine {

const Anchor* FrameRecord::find(const std::string& name) const {
    for (const Anchor& anchor : anchors) {
        if (anchor.name == name) return &anchor;
    }
    return nullptr;
}

Ui::Ui(const UiResources& resources, ImVec2 size, const UiInput& input)
    : list(resources.list, resources.svg),
      fonts(resources.fonts),
      theme(resources.theme),
      heatmaps(resources.heatmaps),
      size_(size),
      input_(input),
      clips_{Rect{{0, 0}, size}} {
    constexpr std::size_t usual_anchors = 256, usual_texts = 512;  // per frame
    record_.anchors.reserve(usual_anchors);
    record_.texts.reserve(usual_texts);
}

FrameRecord Ui::finish() {
    draw_ring();
    draw_note();
    return std::move(record_);
}

Anchor& Ui::add(const std::string& name, const Rect& area, bool focusable) {
    Anchor& anchor = record_.anchors.emplace_back();
    anchor.name = name;
    anchor.area = area;
    anchor.visible = area.intersection(clips_.back());
    anchor.focusable = focusable;
    anchor.floating = floating_;
    if (!open_scrolls_.empty()) anchor.scroll = record_.scrolls[open_scrolls_.back()].name;
    return anchor;
}

Interaction Ui::react(const Anchor& anchor) const {
    Interaction result;
    result.focused = !input_.focus.empty() && anchor.name == input_.focus;
    const Pointer& pointer = input_.pointer;
    const bool covered =
        !floating_ &&
        (input_.modal || std::ranges::any_of(input_.floating, [&](const Rect& above) { return above.contains(pointer.position); }));
    result.hovered = !covered && !anchor.visible.empty() && anchor.visible.contains(pointer.position);
    result.held = pointer.down && (anchor.name == input_.grabbed || (result.hovered && pointer.pressed));
    result.clicked = (result.hovered && pointer.pressed) || (result.focused && pointer.activate);
    result.double_clicked = result.hovered && pointer.double_clicked;
    result.right_clicked = result.hovered && pointer.right_pressed;
    return result;
}

Interaction Ui::control(const std::string& name, const Rect& area) { return react(add(name, area, true)); }

Interaction Ui::entry(const std::string& name, const Rect& area, std::string_view title) {
    Anchor& anchor = add(name, area, true);
    anchor.title = title;
    return react(anchor);
}

Interaction Ui::place(const std::string& name, const Rect& area) { return react(add(name, area, false)); }

Interaction Ui::tensor(const std::string& name, const HeatmapLayout& layout, const HeatmapCells& cells) {
    Anchor& anchor = add(name, layout.area, true);
    anchor.cells = cells;
    anchor.cell_layout = layout;
    return react(anchor);
}

Rect Ui::text(ImVec2 position, Font font, Colour colour, std::string_view string, const TextOptions& options) {
    const float reach = 2 * fonts.line_height(font);
    if (position.y - reach > clips_.back().max.y || position.y + reach < clips_.back().min.y) {
        return rect_at(position, text_width(fonts, font, string), fonts.line_height(font));  // scrolled away: only measured
    }
    return draw_text({list, fonts, record_.texts}, position, font, colour, string, options);
}

Rect Ui::turned_text(ImVec2 foot, Font font, Colour colour, std::string_view string) {
    return draw_turned_text({list, fonts, record_.texts}, foot, font, colour, string);
}

Rect Ui::paragraph(ImVec2 position, Font font, Colour colour, std::string_view string, const ParagraphOptions& options) {
    return draw_paragraph({list, fonts, record_.texts}, position, font, colour, string, options);
}

void Ui::fill(const Rect& area, Colour colour, float radius) {
    if (!sees(area)) return;
    list.AddRectFilled(area.min, area.max, colour, radius);
}

void Ui::frame(const Rect& area, Colour colour, float radius, float thickness) {
    if (!sees(area)) return;
    // Half a line inwards, so that a one-pixel line covers one row of pixels.
    const Rect inner = area.inset(thickness / 2);
    list.AddRect(inner.min, inner.max, colour, radius, ImDrawFlags_None, thickness);
}

void Ui::push_clip(const Rect& area) {
    clips_.push_back(area.intersection(clips_.back()));
    list.PushClipRect(clips_.back().min, clips_.back().max, false);
}

void Ui::pop_clip() {
    clips_.pop_back();
    list.PopClipRect();
}

float Ui::begin_scroll(const std::string& name, const Rect& view, float offset) {
    const std::string within = open_scrolls_.empty() ? "" : record_.scrolls[open_scrolls_.back()].name;
    open_scrolls_.push_back(record_.scrolls.size());
    record_.scrolls.push_back({.name = name, .within = within, .view = view, .offset = offset});
    push_clip(view);
    return view.min.y - std::round(offset);
}

std::optional<float> Ui::end_scroll(float bottom) {
    ScrollArea& area = record_.scrolls[open_scrolls_.back()];
    open_scrolls_.pop_back();
    area.content = bottom - area.view.min.y + std::round(area.offset);
    draw_scrollbar(area);
    pop_clip();

    constexpr float notch = 48;
    float wanted = area.offset;
    const bool answers = !input_.modal || floating_;
    if (answers && area.view.contains(input_.pointer.position)) wanted -= notch * input_.pointer.wheel;
    wanted = std::clamp(wanted, 0.0f, std::max(0.0f, area.content - area.view.height()));
    if (wanted == area.offset) return std::nullopt;
    return wanted;
}

void Ui::begin_panning(const std::string& name, const Rect& view) {
    record_.scrolls.push_back({.name = name, .view = view, .offset = 0, .content = view.height(), .pans = true});
    push_clip(view);
}

void Ui::draw_scrollbar(const ScrollArea& area) {
    const float view = area.view.height();
    if (area.content <= view + 1) return;
    constexpr float width = 4, margin = 2;
    const float length = std::max(24.0f, view * view / area.content);
    const float top = area.view.min.y + (view - length) * std::min(1.0f, area.offset / (area.content - view));
    fill(rect_at({area.view.max.x - width - margin, top}, width, length), theme.line, width / 2);
}

void Ui::draw_ring() {
    const Anchor* anchor = input_.focus.empty() ? nullptr : record_.find(input_.focus);
    if (!anchor || anchor->visible.empty()) return;
    frame(anchor->visible.inset(-3), theme.accent, metrics::radius + 2, 2);
}

void Ui::begin_floating(const Rect& area) {
    floating_ = true;
    record_.floating.push_back(area);
}

namespace {

/// Whether it is a line of a list or a row of cells, and not a button, which is short.
bool is_row(const Rect& area) {
    constexpr float highest = 46, least = 120, ratio = 4;
    return area.height() <= highest && area.width() >= std::max(least, ratio * area.height());
}

}  // namespace

void Ui::note(std::vector<std::string> lines, const std::optional<Rect>& beside) {
    note_ = std::move(lines);
    note_beside_ = beside;
    note_row_ = beside;
    if (!beside) {
        const auto pointed = std::find_if(record_.anchors.rbegin(), record_.anchors.rend(),
                                          [&](const Anchor& anchor) { return anchor.visible.contains(input_.pointer.position); });
        if (pointed != record_.anchors.rend()) note_row_ = pointed->visible;
    }
    if (note_row_ && !is_row(*note_row_)) note_row_.reset();
}

void Ui::note_in_row(std::vector<std::string> lines, const Rect& row) {
    note(std::move(lines), row);
    note_row_ = row;
}

ImVec2 Ui::corner_beside_row(const Rect& row, ImVec2 size) const {
    constexpr float gap = 12, short_row = 420;
    const float y = std::clamp(row.min.y - 6, 4.0f, std::max(4.0f, size_.y - size.y - 4));
    if (row.width() <= short_row && row.max.x + gap + size.x <= size_.x) return {row.max.x + gap, y};
    if (row.width() <= short_row && row.min.x - gap - size.x >= 0) return {row.min.x - gap - size.x, y};
    const float x = std::clamp(input_.pointer.position.x + 16, 4.0f, std::max(4.0f, size_.x - size.x - 8));
    return {x, row.min.y - size.y - 8 >= 4 ? row.min.y - size.y - 8 : row.max.y + 8};
}

ImVec2 Ui::note_corner(ImVec2 size) const {
    if (note_row_) return corner_beside_row(*note_row_, size);
    const ImVec2 pointer = input_.pointer.position;
    ImVec2 corner{pointer.x + 16, pointer.y + 18};
    if (corner.x + size.x > size_.x) corner.x = note_beside_ ? size_.x - size.x - 8 : pointer.x - size.x - 10;
    if (note_beside_) corner.y = note_beside_->max.y + 8;
    if (corner.y + size.y > size_.y) corner.y = (note_beside_ ? note_beside_->min.y : pointer.y) - size.y - 10;
    return {std::max(4.0f, corner.x), std::max(4.0f, corner.y)};
}

void Ui::draw_note() {
    if (note_.empty() || (input_.clicked_here && !note_beside_)) return;
    constexpr float padding = 10, line = 18;
    float width = 0;
    for (std::size_t i = 0; i < note_.size(); ++i) width = std::max(width, width_of(i ? Font::note : Font::body_strong, note_[i]));
    width = std::min(width, size_.x - 4 * padding);
    const float height = 2 * padding + line * static_cast<float>(note_.size()) - 4;
    const ImVec2 corner = note_corner({width + 2 * padding, height});
    const Rect area = rect_at(corner, width + 2 * padding, height);
    fill(area.inset(-1).moved(0, 2), theme.shadow, metrics::radius_large);
    fill(area, theme.raised, metrics::radius_large);
    frame(area, theme.line, metrics::radius_large);
    place("note", area);
    for (std::size_t i = 0; i < note_.size(); ++i) {
        const ImVec2 at{area.min.x + padding, area.min.y + padding + line * static_cast<float>(i)};
        text(at, i ? Font::note : Font::body_strong, i ? theme.dim : theme.text, note_[i], {.max_width = width});
    }
}

}  // namespace vitrine
