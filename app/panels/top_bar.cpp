#include "app/panels/top_bar.h"

#include <algorithm>

#include "app/widgets/controls.h"

namespace vitrine {

namespace {

void draw_model_field(Ui& ui, const Rect& field, const State& state, Commands& commands) {
    const Interaction does = ui.control("top/sample", field);
    ui.fill(field, does.hovered ? mixed(ui.theme.raised, ui.theme.text, 0.08f) : ui.theme.raised, metrics::radius);
    ui.frame(field, ui.theme.line, metrics::radius);
    const std::string name = state.opening ? "opening …" : state.run ? state.run->model.name : "no model";
    ui.text({field.min.x + 12, field.centre().y}, Font::body, ui.theme.text, name,
            {.max_width = field.width() - 40, .vertical = VerticalAlign::middle});
    draw_icon(ui, {field.max.x - 16, field.centre().y}, Icon::chevron_down, ui.theme.dim);
    if (does.clicked) commands.push_back(SetMenu{state.menu.empty() ? "top/sample" : ""});
}

void draw_scale(Ui& ui, ImVec2 corner, const State& state, Commands& commands) {
    constexpr float side = metrics::control, step = 0.25f;
    if (button(ui, "top/scale-down", rect_at(corner, side, side), {.label = "A−", .tip = "smaller"})) {
        commands.push_back(SetScale{state.scale - step});
    }
    if (button(ui, "top/scale-up", rect_at({corner.x + side + 4, corner.y}, side, side), {.label = "A+", .tip = "larger"})) {
        commands.push_back(SetScale{state.scale + step});
    }
}

}  // namespace

void draw_top_bar(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    ui.fill(area, ui.theme.panel);
    ui.fill({{area.min.x, area.max.y - 1}, area.max}, ui.theme.line);
    const float top = area.centre().y - metrics::control / 2;
    ui.text({area.min.x + metrics::margin, area.centre().y}, Font::title, ui.theme.text, "Vitrine",
            {.vertical = VerticalAlign::middle});
    const Rect field = rect_at({area.min.x + 112, top}, std::clamp(area.width() - 260, 80.0f, 168.0f), metrics::control);
    draw_model_field(ui, field, state, commands);

    const float right = area.max.x - metrics::margin;
    const Rect switch_area = rect_at({right - metrics::control, top}, metrics::control, metrics::control);
    const float scale_left = switch_area.min.x - 12 - 2 * metrics::control - 4;
    draw_scale(ui, {scale_left, top}, state, commands);

    const bool dark = state.appearance == Appearance::dark;
    if (button(ui, "top/theme", switch_area, {.icon = dark ? Icon::sun : Icon::moon, .tip = dark ? "light theme" : "dark theme"})) {
        commands.push_back(SetAppearance{dark ? Appearance::light : Appearance::dark});
    }
    const float from = field.max.x + 20;
    if (!state.run || scale_left - from < 80) return;
    ui.text({from, area.centre().y}, Font::body, ui.theme.dim, state.run->model.title,
            {.max_width = scale_left - 20 - from, .vertical = VerticalAlign::middle, .shorten = Shorten::end});
}

}  // namespace vitrine
