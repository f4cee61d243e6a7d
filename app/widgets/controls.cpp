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
    const Interaction does = face.enabled ? ui.control(name, area) : ui.place(name, area);
    const ButtonColours colours =
        face.enabled ? colours_of(ui, face.look, does)
                     : ButtonColours{0, faded(ui.theme.line, face.look == ButtonLook::ghost ? 0.0f : 1.0f), ui.theme.faint};
    const float radius = face.large ? metrics::radius_large : metrics::radius;
    ui.fill(area, colours.ground, radius);
    ui.frame(area, colours.border, radius);
    const Font font = face.large ? Font::heading : Font::body_strong;
    constexpr float icon_room = 20;
    float middle = area.centre().x;
    if (face.icon != Icon::none) {
        const float text = face.label.empty() ? 0 : ui.width_of(font, face.label) + icon_room;
        const float left = face.label.empty() ? middle : middle - text / 2 + 6;
        draw_icon(ui, {left, area.centre().y}, face.icon, colours.text);
        if (!face.label.empty()) middle += icon_room / 2;
    }
    if (!face.label.empty()) {
        ui.text({middle, area.centre().y}, font, colours.text, face.label,
                {.max_width = area.width() - 8, .align = Align::centre, .vertical = VerticalAlign::middle});
    }
    if (does.hovered && !face.tip.empty()) ui.note({std::string(face.tip)});
    return face.enabled && does.clicked;
}

namespace {

constexpr float segment_padding = 9, segment_gap = 4, segment_height = 24;

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
        if (does.hovered && !segments[i].tip.empty()) ui.note({std::string(segments[i].tip)});
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
    const Rect area = rect_at(corner, look.width > 0 ? look.width : chip_width(ui, word), chip_height);
    ui.fill(area, look.hovered ? mixed(ui.theme.raised, ui.theme.text, 0.08f) : ui.theme.raised, metrics::radius);
    const Colour border = look.wrong ? ui.theme.error : look.selected ? ui.theme.accent : ui.theme.line;
    ui.frame(area, border, metrics::radius, look.wrong ? 1.5f : 1.0f);
    ui.text(area.centre(), Font::note, look.faint ? ui.theme.faint : ui.theme.text, word,
            {.max_width = area.width() - 2 * chip_padding + 2,
             .align = Align::centre,
             .vertical = VerticalAlign::middle,
             .shorten = Shorten::end});
    if (!look.wrong) return area;
    constexpr float radius = 5.5f, arm = 2.2f;
    const ImVec2 badge{area.max.x - 2, area.min.y + 2};
    ui.list.AddCircleFilled(badge, radius, ui.theme.error, 16);
    ui.list.AddLine({badge.x - arm, badge.y - arm}, {badge.x + arm, badge.y + arm}, ui.theme.panel, 1.4f);
    ui.list.AddLine({badge.x - arm, badge.y + arm}, {badge.x + arm, badge.y - arm}, ui.theme.panel, 1.4f);
    return area;
}

void section_title(Ui& ui, const Rect& line, std::string_view title, std::string_view remark) {
    const float middle = line.centre().y;
    const Rect written = ui.text({line.min.x, middle}, Font::section, ui.theme.dim, title, {.vertical = VerticalAlign::middle});
    if (remark.empty()) return;
    ui.text({line.max.x, middle}, Font::note, ui.theme.faint, remark,
            {.max_width = line.max.x - written.max.x - 8, .align = Align::right, .vertical = VerticalAlign::middle});
}

}  // namespace vitrine
