#include "app/panels/top_bar.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "app/state/altering.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

void draw_model_field(Ui& ui, const Rect& field, const State& state, Commands& commands) {
    std::string name = state.opening ? "opening …" : state.run ? state.run->model->name : "no model";
    if (state.training.shown && !state.opening) name += fmt::format(", step {}", state.training.steps());
    if (drop_down(ui, "top/sample", field, name)) commands.push_back(SetMenu{state.menu.empty() ? "top/sample" : ""});
}

std::vector<Segment> view_tabs() {
    std::vector<Segment> tabs;
    for (const ViewInfo& view : views()) tabs.push_back({"view/" + std::string(view.name), std::string(view.label), view.tip});
    return tabs;
}

/// What the window is for.
void draw_views(Ui& ui, ImVec2 corner, const State& state, Commands& commands) {
    const auto tabs = view_tabs();
    if (const auto clicked = segmented(ui, corner, tabs, static_cast<int>(state.view), ui.theme.dim)) {
        commands.push_back(SetView{static_cast<View>(*clicked)});
    }
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

constexpr float learning_width = 132;

/// While another view shows a model that is learning: a button that pauses it.
float draw_learning(Ui& ui, ImVec2 corner, const State& state, Commands& commands) {
    const bool playing = state.training.playing;
    const Rect area = rect_at(corner, learning_width, metrics::control);
    if (button(ui, "top/train", area,
               {.label = playing ? "Pause training" : "Train on", .icon = playing ? Icon::pause : Icon::play})) {
        commands.push_back(playing ? Command(PauseTraining{}) : Command(PlayTraining{}));
    }
    return area.max.x + 14;
}

}  // namespace

void draw_top_bar(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    ui.fill(area, ui.theme.panel);
    ui.fill({{area.min.x, area.max.y - 1}, area.max}, ui.theme.line);
    const float top = area.centre().y - metrics::control / 2;
    const float views = segmented_width(ui, view_tabs());
    // The program's name gives way where there is no room for it.
    constexpr float name_width = 92, fixed = 198, least_field = 80;
    const bool named = area.width() - name_width - fixed - views >= least_field;
    if (named) {
        ui.text({area.min.x + metrics::margin, area.centre().y}, Font::title, ui.theme.text, "Vitrine",
                {.vertical = VerticalAlign::middle});
    }
    const float left = metrics::margin + (named ? name_width : 0);
    const Rect field =
        rect_at({area.min.x + left, top}, std::clamp(area.width() - left - fixed + metrics::margin - views, least_field, 168.0f),
                metrics::control);
    draw_model_field(ui, field, state, commands);
    draw_views(ui, {field.max.x + 16, area.centre().y - 12}, state, commands);

    const float right = area.max.x - metrics::margin;
    const Rect switch_area = rect_at({right - metrics::control, top}, metrics::control, metrics::control);
    const float scale_left = switch_area.min.x - 12 - 2 * metrics::control - 4;
    draw_scale(ui, {scale_left, top}, state, commands);

    const bool dark = state.appearance == Appearance::dark;
    if (button(ui, "top/theme", switch_area, {.icon = dark ? Icon::sun : Icon::moon, .tip = dark ? "light theme" : "dark theme"})) {
        commands.push_back(SetAppearance{dark ? Appearance::light : Appearance::dark});
    }
    float from = field.max.x + 16 + views + 20;
    const bool learning = state.view != View::train && state.training.shown && !state.training.broken_down();
    if (learning && scale_left - from > learning_width) from = draw_learning(ui, {from, top}, state, commands);
    if (!state.run || scale_left - from < 80) return;
    const std::string text = state.run->untouched ? "altered: " + alterations_text(*state.run) : state.run->title;
    ui.text({from, area.centre().y}, Font::body, state.run->untouched ? ui.theme.text : ui.theme.dim, text,
            {.max_width = scale_left - 20 - from, .vertical = VerticalAlign::middle, .shorten = Shorten::end});
}

}  // namespace vitrine
