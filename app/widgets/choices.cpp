#include <algorithm>
#include <cmath>

#include "app/widgets/controls.h"

namespace vitrine {

namespace {

/// The name of a row, with a dot before it if its value is not in effect yet.
void draw_label(Ui& ui, ImVec2 at, const std::string& label, bool changed, float width) {
    if (changed) ui.list.AddCircleFilled({at.x - 9, at.y}, 2.5f, ui.theme.accent, 12);
    ui.text(at, Font::body, changed ? ui.theme.text : ui.theme.dim, label, {.max_width = width, .vertical = VerticalAlign::middle});
}

Colour idle_ground(const Ui& ui, bool hovered) { return hovered ? mixed(ui.theme.raised, ui.theme.text, 0.08f) : ui.theme.raised; }

/// One end of a stepper's field: less or more.
bool end_button(Ui& ui, const std::string& name, const Rect& area, Icon icon, bool enabled) {
    if (!enabled) {
        ui.place(name, area);
        draw_icon(ui, area.centre(), icon, faded(ui.theme.faint, 0.4f));
        return false;
    }
    const Interaction does = ui.control(name, area);
    if (does.hovered) ui.fill(area.inset(2), mixed(ui.theme.raised, ui.theme.text, 0.12f), metrics::radius - 2);
    draw_icon(ui, area.centre(), icon, does.hovered ? ui.theme.text : ui.theme.dim);
    return does.clicked;
}

}  // namespace

std::optional<int> stepper(Ui& ui, const Rect& row, const StepperInput& input) {
    constexpr float end = 22, narrowest = 96;
    const float wanted = std::max(narrowest, ui.width_of(Font::mono, input.value) + 2 * end + 8);
    const Rect field = {{row.max.x - std::min(wanted, row.width()), row.min.y}, row.max};
    const float middle = row.centre().y;
    draw_label(ui, {row.min.x, middle}, input.label, input.changed, field.min.x - row.min.x - 8);
    ui.fill(field, ui.theme.raised, metrics::radius);
    ui.frame(field, ui.theme.line, metrics::radius);
    ui.text({field.centre().x, middle}, Font::mono, ui.theme.text, input.value,
            {.max_width = field.width() - 2 * end, .align = Align::centre, .vertical = VerticalAlign::middle});
    const Rect left{field.min, {field.min.x + end, field.max.y}}, right{{field.max.x - end, field.min.y}, field.max};
    std::optional<int> place;
    if (end_button(ui, input.name + "/less", left, Icon::minus, input.place > 0)) place = input.place - 1;
    if (end_button(ui, input.name + "/more", right, Icon::plus, input.place + 1 < input.count)) place = input.place + 1;
    if (ui.place(input.name, row).hovered && !input.tip.empty()) ui.note({input.label, std::string(input.tip)});
    return place;
}

bool toggle(Ui& ui, const Rect& row, const SwitchInput& input) {
    constexpr float width = 32, height = 18;
    const Interaction does = input.enabled ? ui.control(input.name, row) : ui.place(input.name, row);
    const Rect track = rect_at({row.max.x - width, row.centre().y - height / 2}, width, height);
    const Colour full = input.on ? ui.theme.accent : mixed(ui.theme.raised, ui.theme.dim, 0.35f);
    const Colour ground = input.enabled ? full : mixed(ui.theme.panel, full, 0.5f);
    ui.fill(track, does.hovered && input.enabled ? mixed(ground, ui.theme.text, 0.15f) : ground, height / 2);
    const float knob = input.on ? track.max.x - height / 2 : track.min.x + height / 2;
    ui.list.AddCircleFilled({knob, track.centre().y}, height / 2 - 3, input.on ? ui.theme.on_accent : ui.theme.panel, 24);
    draw_label(ui, {row.min.x, row.centre().y}, input.label, input.changed, row.width() - width - 8);
    if (does.hovered && !input.tip.empty()) {
        input.label.empty() ? ui.note({std::string(input.tip)}) : ui.note({input.label, std::string(input.tip)});
    }
    return input.enabled && does.clicked;
}

std::optional<int> slider(Ui& ui, const Rect& area, const SliderInput& input) {
    constexpr float knob = 8;
    const Rect track{{area.min.x + knob, area.centre().y - 1.5f}, {area.max.x - knob, area.centre().y + 1.5f}};
    const float last = static_cast<float>(std::max(1, input.count - 1));
    const float x = track.min.x + track.width() * static_cast<float>(input.place) / last;
    const Interaction does = ui.control(input.name, area);
    ui.fill(track, ui.theme.line, 2);
    ui.fill({track.min, {x, track.max.y}}, ui.theme.accent, 2);
    ui.list.AddCircleFilled({x, track.centre().y}, knob, does.hovered || does.held ? ui.theme.accent : ui.theme.panel, 24);
    ui.list.AddCircle({x, track.centre().y}, knob - 1, ui.theme.accent, 24, 2);
    if (!does.held) return std::nullopt;
    const float along = (ui.pointer().position.x - track.min.x) / track.width();
    const int place = static_cast<int>(std::round(std::clamp(along, 0.0f, 1.0f) * last));
    return place == input.place ? std::nullopt : std::optional(place);
}

bool drop_down(Ui& ui, const std::string& name, const Rect& field, std::string_view text) {
    const Interaction does = ui.control(name, field);
    ui.fill(field, idle_ground(ui, does.hovered), metrics::radius);
    ui.frame(field, ui.theme.line, metrics::radius);
    ui.text({field.min.x + 12, field.centre().y}, Font::body, ui.theme.text, text,
            {.max_width = field.width() - 40, .vertical = VerticalAlign::middle});
    draw_icon(ui, {field.max.x - 16, field.centre().y}, Icon::chevron_down, ui.theme.dim);
    return does.clicked;
}

namespace {
constexpr float list_button_padding = 9, list_button_chevron = 16;
}

float list_button_width(const Ui& ui, std::string_view text) {
    return ui.width_of(Font::note_strong, text) + 2 * list_button_padding + list_button_chevron;
}

bool list_button(Ui& ui, const std::string& name, const Rect& area, std::string_view text, const std::vector<std::string>& note) {
    const Interaction does = ui.control(name, area);
    ui.fill(area, idle_ground(ui, does.hovered), metrics::radius);
    const float middle = area.centre().y;
    ui.text({area.min.x + list_button_padding, middle}, Font::note, ui.theme.dim, text, {.vertical = VerticalAlign::middle});
    draw_icon(ui, {area.max.x - list_button_padding - 4, middle}, Icon::chevron_down, ui.theme.dim);
    if (does.hovered) ui.note(note);
    return does.clicked;
}

}  // namespace vitrine
