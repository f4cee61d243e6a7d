#include "app/widgets/controls.h"

namespace vitrine {

namespace {

struct ButtonColours {
    Colour ground, border, text;
};

ButtonColours colours_of(const Ui& ui, ButtonLook look, const Interaction& does) {
    const Theme& theme = ui.theme;
    switch (look) {
        case ButtonLook::primary:
            return {does.hovered ? mixed(theme.accent, theme.text, 0.15f) : theme.accent, theme.accent, theme.on_accent};
        case ButtonLook::ghost:
            return {does.hovered ? theme.raised : faded(theme.raised, 0), faded(theme.line, does.hovered ? 1.0f : 0.0f), theme.dim};
        default:
            return {does.hovered ? mixed(theme.raised, theme.text, 0.08f) : theme.raised, theme.line, theme.text};
    }
}

}  // namespace

bool button(Ui& ui, const std::string& name, const Rect& area, const ButtonFace& face) {
    const Interaction does = ui.control(name, area);
    const ButtonColours colours = colours_of(ui, face.look, does);
    ui.fill(area, colours.ground, metrics::radius);
    ui.frame(area, colours.border, metrics::radius);
    if (face.icon != Icon::none && face.label.empty()) draw_icon(ui, area.centre(), face.icon, colours.text);
    if (!face.label.empty()) {
        ui.text(area.centre(), Font::body_strong, colours.text, face.label,
                {.max_width = area.width() - 8, .align = Align::centre, .vertical = VerticalAlign::middle});
    }
    if (does.hovered && !face.tip.empty()) ui.note({std::string(face.tip)});
    return does.clicked;
}

namespace {

constexpr float segment_padding = 10, segment_gap = 4, segment_height = 24;

float segment_width(const Ui& ui, const Segment& segment) {
    return std::max(28.0f, ui.width_of(Font::note_strong, segment.label) + 2 * segment_padding);
}

}  // namespace

float segmented_width(const Ui& ui, std::span<const Segment> segments) {
    float width = -segment_gap;
    for (const Segment& segment : segments) width += segment_width(ui, segment) + segment_gap;
    return width;
}

std::optional<int> segmented(Ui& ui, ImVec2 corner, std::span<const Segment> segments, int selected, Colour colour) {
    std::optional<int> clicked;
    for (std::size_t i = 0; i < segments.size(); ++i) {
        const Rect area = rect_at(corner, segment_width(ui, segments[i]), segment_height);
        const Interaction does = ui.control(segments[i].name, area);
        const bool on = static_cast<int>(i) == selected;
        const Colour idle = does.hovered ? mixed(ui.theme.raised, ui.theme.text, 0.08f) : ui.theme.raised;
        ui.fill(area, on ? colour : idle, metrics::radius);
        ui.text(area.centre(), on ? Font::note_strong : Font::note, on ? text_on(colour, ui.theme) : ui.theme.dim,
                segments[i].label, {.align = Align::centre, .vertical = VerticalAlign::middle});
        if (does.clicked) clicked = static_cast<int>(i);
        corner.x = area.max.x + segment_gap;
    }
    return clicked;
}

namespace {

std::vector<Segment> numbers(const Choice& choice, int first, int last) {
    std::vector<Segment> segments;
    for (int i = first; i < last; ++i) segments.push_back({choice.prefix + "/" + std::to_string(i), std::to_string(i + 1)});
    return segments;
}

}  // namespace

std::optional<int> choose_number(Ui& ui, ImVec2 corner, const Choice& choice) {
    const std::vector<Segment> all = numbers(choice, 0, choice.count);
    if (segmented_width(ui, all) <= choice.width) return segmented(ui, corner, all, choice.selected, choice.colour);

    const float widest = segment_width(ui, all.back()) + segment_gap, arrow = segment_height + segment_gap;
    const int shown = std::max(1, static_cast<int>((choice.width - 2 * arrow) / widest));
    const int first = std::clamp(choice.selected - shown / 2, 0, choice.count - shown);
    const auto arrow_at = [&](float x, const char* name, Icon icon) {
        return button(ui, choice.prefix + name, rect_at({x, corner.y}, segment_height, segment_height), {.icon = icon});
    };
    std::optional<int> clicked;
    if (arrow_at(corner.x, "/previous", Icon::previous)) clicked = std::max(0, choice.selected - 1);
    const std::vector<Segment> part = numbers(choice, first, first + shown);
    if (const auto one = segmented(ui, {corner.x + arrow, corner.y}, part, choice.selected - first, choice.colour)) {
        clicked = first + *one;
    }
    const float end = corner.x + arrow + segmented_width(ui, part) + segment_gap;
    if (arrow_at(end, "/next", Icon::next)) clicked = std::min(choice.count - 1, choice.selected + 1);
    return clicked;
}

namespace {
constexpr float chip_padding = 8, widest_chip = 120;
}

float chip_width(const Ui& ui, std::string_view word) {
    return std::min(widest_chip, ui.width_of(Font::note, word)) + 2 * chip_padding;
}

Rect chip(Ui& ui, ImVec2 corner, std::string_view word, const ChipLook& look) {
    const Rect area = rect_at(corner, chip_width(ui, word), chip_height);
    ui.fill(area, ui.theme.raised, metrics::radius);
    ui.frame(area, look.selected ? ui.theme.accent : ui.theme.line, metrics::radius);
    ui.text(area.centre(), Font::note, look.faint ? ui.theme.faint : ui.theme.text, word,
            {.max_width = widest_chip, .align = Align::centre, .vertical = VerticalAlign::middle});
    return area;
}

void section_title(Ui& ui, const Rect& line, std::string_view title, std::string_view remark) {
    const float middle = line.centre().y;
    const Rect written = ui.text({line.min.x, middle}, Font::section, ui.theme.dim, title, {.vertical = VerticalAlign::middle});
    if (remark.empty()) return;
    ui.text({line.max.x, middle}, Font::note, ui.theme.faint, remark,
            {.max_width = line.max.x - written.max.x - 8, .align = Align::right, .vertical = VerticalAlign::middle});
}

namespace {

void triangle(Ui& ui, ImVec2 centre, float width, Colour colour) {
    // A positive width points right, a negative one left.
    ui.list.AddTriangleFilled({centre.x - width / 2, centre.y - 5}, {centre.x - width / 2, centre.y + 5},
                              {centre.x + width / 2, centre.y}, colour);
}

void bar(Ui& ui, ImVec2 centre, Colour colour) { ui.fill({{centre.x - 1, centre.y - 5}, {centre.x + 1, centre.y + 5}}, colour); }

void draw_sun(Ui& ui, ImVec2 centre, Colour colour) {
    ui.list.AddCircleFilled(centre, 3.2f, colour, 16);
    const ImVec2 rays[] = {{1, 0},  {0.707f, 0.707f},   {0, 1},  {-0.707f, 0.707f},
                           {-1, 0}, {-0.707f, -0.707f}, {0, -1}, {0.707f, -0.707f}};
    for (const ImVec2 ray : rays) {
        ui.list.AddLine({centre.x + 5 * ray.x, centre.y + 5 * ray.y}, {centre.x + 7 * ray.x, centre.y + 7 * ray.y}, colour, 1.4f);
    }
}

void draw_moon(Ui& ui, ImVec2 centre, Colour colour) {
    constexpr float quarter = 1.5708f;
    ui.list.PathArcTo(centre, 6, 0.2f * quarter, 2.6f * quarter, 20);
    ui.list.PathArcTo({centre.x + 3, centre.y - 3}, 4.6f, 2.35f * quarter, 0.45f * quarter, 16);
    ui.list.PathStroke(colour, ImDrawFlags_Closed, 1.5f);
}

}  // namespace

void draw_icon(Ui& ui, ImVec2 centre, Icon icon, Colour colour) {
    switch (icon) {
        case Icon::first:
            bar(ui, {centre.x - 5, centre.y}, colour);
            return triangle(ui, {centre.x + 1, centre.y}, -8, colour);
        case Icon::previous:
            return triangle(ui, {centre.x - 1, centre.y}, -8, colour);
        case Icon::play:
        case Icon::next:
            return triangle(ui, {centre.x + 1, centre.y}, 8, colour);
        case Icon::last:
            bar(ui, {centre.x + 5, centre.y}, colour);
            return triangle(ui, {centre.x - 1, centre.y}, 8, colour);
        case Icon::pause:
            bar(ui, {centre.x - 3, centre.y}, colour);
            return bar(ui, {centre.x + 3, centre.y}, colour);
        case Icon::chevron_down:
            return ui.list.AddTriangleFilled({centre.x - 4, centre.y - 2}, {centre.x + 4, centre.y - 2}, {centre.x, centre.y + 3},
                                             colour);
        case Icon::chevron_right:
            return ui.list.AddTriangleFilled({centre.x - 2, centre.y - 4}, {centre.x - 2, centre.y + 4}, {centre.x + 3, centre.y},
                                             colour);
        case Icon::sun:
            return draw_sun(ui, centre, colour);
        case Icon::moon:
            return draw_moon(ui, centre, colour);
        case Icon::cross:
            ui.list.AddLine({centre.x - 4, centre.y - 4}, {centre.x + 4, centre.y + 4}, colour, 1.5f);
            return ui.list.AddLine({centre.x - 4, centre.y + 4}, {centre.x + 4, centre.y - 4}, colour, 1.5f);
        case Icon::none:
            return;
    }
}

void arrow_head(Ui& ui, ImVec2 tip, ImVec2 direction, Colour colour) {
    constexpr float length = 7, half = 3.5f;
    const ImVec2 base{tip.x - length * direction.x, tip.y - length * direction.y};
    ui.list.AddTriangleFilled(tip, {base.x - half * direction.y, base.y + half * direction.x},
                              {base.x + half * direction.y, base.y - half * direction.x}, colour);
}

}  // namespace vitrine
