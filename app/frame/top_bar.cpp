#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "app/actions/palette_commands.h"
#include "app/actions/palette_state.h"
#include "app/base/command.h"
#include "app/frame/panels.h"
#include "app/frame/tabs.h"
#include "app/panel/measures.h"
#include "app/state/learning.h"
#include "app/state/selection_commands.h"
#include "app/state/start_page.h"
#include "app/state/state.h"
#include "app/state/window_commands.h"
#include "app/widgets/controls.h"
#include "app/words/alterations.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

void draw_model_field(Ui& ui, const Rect& field, const State& state, Commands& commands) {
    std::string name = state.opening ? "opening …" : state.run ? state.run->model->name : "no model";
    const Learning& learning = state.of<Learning>();
    if ((learning.shown || learning.at_moment) && !state.opening) name += fmt::format(", step {}", grouped(learning.steps));
    if (drop_down(ui, "top/sample", field, name)) commands.push_back(SetMenu{state.menu.empty() ? "top/sample" : ""});
    if (state.run && state.menu.empty() && ui.place("top/model", field).hovered) ui.note({state.run->title}, field);
}

/// A house and the program's name, which lead to the first page; `short_name`: the house alone.
void draw_name(Ui& ui, const Rect& area, bool short_name, const State& state, Commands& commands) {
    const bool leads = state.run && !state.of<Learning>().shown;
    const Interaction does = leads ? ui.control("top/start", area) : Interaction{};
    const Colour colour = does.hovered ? ui.theme.accent : ui.theme.text;
    constexpr float house = 22;
    const Colour of_house = leads && !does.hovered ? ui.theme.dim : leads ? colour : ui.theme.faint;
    draw_icon(ui, {short_name ? area.centre().x : area.min.x + 7, area.centre().y}, Icon::home, of_house);
    if (!short_name)
        ui.text({area.min.x + house, area.centre().y}, Font::title, colour, "Vitrine", {.vertical = VerticalAlign::middle});
    if (does.hovered) ui.note({"back to the first page"}, area);
    if (does.clicked) commands.push_back(SetMenu{start_page});
}

void draw_scale(Ui& ui, ImVec2 corner, const State& state, Commands& commands) {
    constexpr float side = metrics::control, step = 0.25f;
    if (button(ui, "top/scale-down", rect_at(corner, side, side),
               {.label = "A−", .tip = "smaller", .enabled = state.scale > 0.75})) {
        commands.push_back(SetScale{state.scale - step});
    }
    if (button(ui, "top/scale-up", rect_at({corner.x + side + 4, corner.y}, side, side),
               {.label = "A+",
                .tip = state.scale < state.most_scale ? "larger" : "the largest size for this window",
                .enabled = state.scale < state.most_scale})) {
        commands.push_back(SetScale{state.scale + step});
    }
}

constexpr float least_find = 96, learning_width = 132, name_width = 112, letter_width = 28, field_gap = 16, least_field = 72,
                widest_field = 168, folded_views = 116;

/// What there is room for, and where it goes.
struct BarPlan {
    bool named = true, scales = true;
    TabRow tabs = {};
    Rect field;
    float middle = 0;  ///< from here on, there is room for remarks
    float right = 0;   ///< where the buttons at the right end begin
};

/// If there is too little room, the program's name goes first, then the two buttons of the scale, then kept
/// tabs go back under More, then the tabs become a drop-down. All of it is also in the menu.
BarPlan plan_of(const Ui& ui, const Rect& area, const State& state) {
    constexpr float two_buttons = 2 * metrics::control + 4, scales_width = two_buttons + 12;
    const float fixed = 2 * metrics::margin + least_field + 2 * field_gap + two_buttons;
    BarPlan plan;
    float room = area.width() - fixed;
    plan.tabs = tabs_within(ui, room, state);
    const float views_width = plan.tabs.tabs.empty() ? folded_views : plan.tabs.width;
    room -= views_width;
    plan.scales = room >= scales_width;
    if (plan.scales) room -= scales_width;
    plan.named = room >= name_width + least_find + 100;
    const float name = plan.named ? name_width : room >= letter_width ? letter_width : 0;
    room -= name;
    constexpr float for_find = least_find + 20;
    if (room >= for_find) room -= for_find;  // before the field of models becomes any wider
    const float top = area.centre().y - metrics::control / 2;
    const float left = area.min.x + metrics::margin + name;
    plan.field = rect_at({left, top}, std::clamp(least_field + room, least_field, widest_field), metrics::control);
    plan.middle = plan.field.max.x + field_gap + views_width + 20;
    plan.right = area.max.x - metrics::margin - two_buttons - (plan.scales ? scales_width : 0);
    return plan;
}

void draw_theme(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    const bool dark = state.appearance == Appearance::dark;
    if (button(ui, "top/theme", area, {.icon = dark ? Icon::sun : Icon::moon, .tip = dark ? "light theme" : "dark theme"}))
        commands.push_back(SetAppearance{dark ? Appearance::light : Appearance::dark});
}

/// The scale, the theme and the menu.
void draw_right_end(Ui& ui, const BarPlan& plan, const State& state, Commands& commands) {
    constexpr float side = metrics::control;
    float x = plan.right;
    if (plan.scales) {
        draw_scale(ui, {x, plan.field.min.y}, state, commands);
        x += 2 * side + 4 + 12;
    }
    draw_theme(ui, rect_at({x, plan.field.min.y}, side, side), state, commands);
    if (button(ui, "top/menu", rect_at({x + side + 4, plan.field.min.y}, side, side),
               {.icon = Icon::menu, .tip = "menu (Alt or F10)"})) {
        commands.push_back(SetMenu{state.menu.empty() ? "menu/file" : ""});
    }
}

/// While another view shows a model in training: a button that pauses the training or resumes it. Without a label where Find would
/// have no room beside it. Returns where the room beside it begins.
float draw_learning(Ui& ui, ImVec2 corner, float room, const State& state, Commands& commands) {
    const Learning& learning = state.of<Learning>();
    constexpr float gap = 14;
    const bool labelled = room >= learning_width + gap + least_find;
    const Rect area = rect_at(corner, labelled ? learning_width : metrics::control, metrics::control);
    // While an earlier moment is shown, the training goes on from a step that stands nowhere else.
    const std::string resume = learning.steps == learning.newest ? "Resume training" : "Resume at " + grouped(learning.newest);
    const std::string label = learning.playing ? "Pause training" : resume;
    const std::string tip = learning.playing ? "pause the training"
                                             : fmt::format("resume the training after step {}, its last", grouped(learning.newest));
    if (button(ui, "top/train", area,
               {.label = labelled ? label : "", .icon = learning.playing ? Icon::pause : Icon::play, .tip = tip})) {
        commands.push_back(learning.playing ? Command(PauseTraining{}) : Command(PlayTraining{}));
    }
    return area.max.x + gap;
}

constexpr const char* find_tip = "find a command, a lesson, a term, a tensor; or ask a question (Ctrl+P)";

/// "Find a tensor, a command …": opens the palette.
void draw_find(Ui& ui, const Rect& field, Commands& commands) {
    const Interaction does = ui.control("top/find", field);
    ui.fill(field, does.hovered ? mixed(ui.theme.raised, ui.theme.text, 0.05f) : ui.theme.raised, metrics::radius);
    ui.frame(field, ui.theme.line, metrics::radius);
    constexpr float width_for_keys = 130;
    ui.text({field.min.x + 12, field.centre().y}, Font::note, ui.theme.dim, "Find …",
            {.max_width = field.width() - 20, .vertical = VerticalAlign::middle});
    if (field.width() >= width_for_keys && !is_narrow(ui.size())) {
        ui.text({field.max.x - 10, field.centre().y}, Font::mono_small, ui.theme.faint, "Ctrl P",
                {.align = Align::right, .vertical = VerticalAlign::middle});
    }
    if (does.hovered) ui.note({find_tip});
    if (does.clicked) commands.push_back(OpenPalette{PaletteScope::everything});
}

/// The NaN that were found in the shown run; null: every number is one.
const NanFinding* nan_of(const State& state) {
    if (!state.run || state.of<Learning>().shown || state.run->difference) return nullptr;
    if (state.run->recorded) return nullptr;  // tensors that were not recorded are NaN there
    const NanFinding& nan = state.run->statistics->nan();
    return nan.first ? &nan : nullptr;
}

float nan_width(const Ui& ui, const std::string& words) { return ui.width_of(Font::note_strong, words) + 20; }

/// Leads to the first tensor that contains NaN.
void draw_nan(Ui& ui, const Rect& area, const std::string& words, const NanFinding& nan, Commands& commands) {
    const Interaction does = ui.control("top/nan", area);
    ui.fill(area, faded(ui.theme.error, does.hovered ? 0.28f : 0.16f), metrics::radius);
    ui.text(area.centre(), Font::note_strong, ui.theme.error, words, {.align = Align::centre, .vertical = VerticalAlign::middle});
    if (does.hovered) {
        ui.note({"NaN: not a number",
                 fmt::format("first in {}, in {} altogether", nan.first->path, counted(static_cast<Size>(nan.tensors), "tensor")),
                 "click to go there"});
    }
    if (!does.clicked) return;
    commands.push_back(SelectTensor{nan.first->path});
    commands.push_back(ShowChosen{});
}

/// Between the view tabs and the right end, if there is room: the training, the open model, the search button.
void draw_remarks(Ui& ui, const BarPlan& plan, const State& state, Commands& commands) {
    constexpr float gap = 20, widest_find = 190, least_text = 80, least_nan = 60, least_words_of_nan = 150;
    float from = plan.middle, to = plan.right - gap;
    const bool learning = state.view != View::train && state.of<Learning>().shown && !state.of<Learning>().broken_down;
    if (learning && to - from > metrics::control) from = draw_learning(ui, {from, plan.field.min.y}, to - from, state, commands);
    if (const NanFinding* nan = nan_of(state); nan && to - from > least_nan) {
        const std::string words = to - from > least_words_of_nan ? "NaN from " + nan->first->symbol + " on" : "NaN";
        const Rect tag = rect_at({from, plan.field.min.y}, nan_width(ui, words), metrics::control);
        draw_nan(ui, tag, words, *nan, commands);
        from = tag.max.x + 14;
    }
    const bool altered = state.run && state.run->untouched;
    const std::string text = !state.run ? "" : altered ? "altered: " + alterations_summary(*state.run) : state.run->title;
    if (to - from >= least_find) {
        const float width = std::min(widest_find, to - from);
        draw_find(ui, rect_at({to - width, plan.field.min.y}, width, metrics::control), commands);
        to -= width + gap;
    }
    if (text.empty() || to - from < least_text - gap) return;
    if (!altered && ui.width_of(Font::body, text) > to - from) return;  // the field of models has it as its note
    const Rect written = ui.text({from, plan.field.centre().y}, Font::body, altered ? ui.theme.text : ui.theme.dim, text,
                                 {.max_width = to - from, .vertical = VerticalAlign::middle, .shorten = Shorten::end});
    if (ui.place("top/title", written).hovered) ui.note({altered ? "Altered: " + alterations_text(*state.run) : text}, written);
}

void draw_view_field(Ui& ui, const Rect& field, const State& state, Commands& commands) {
    if (drop_down(ui, "top/views", field, module_of(state.modules, state.view).label))
        commands.push_back(SetMenu{state.menu.empty() ? "menu/view" : ""});
}

/// To the left of a phone's menu: the search and, if the run contains NaN, a tag that says so. In the narrowest windows, the tag
/// replaces the search, which is also in the menu. Returns its left edge. `end`: the upper right corner; `room`: for both, and
/// for the field of models.
float draw_phone_end(Ui& ui, ImVec2 end, float room, const State& state, Commands& commands) {
    constexpr float gap = 8, find_width = 58;
    const NanFinding* nan = nan_of(state);
    const float tag = nan ? nan_width(ui, "NaN") : 0;
    float left = end.x;
    if (!nan || room - tag - find_width - gap >= least_field - gap) {
        left -= find_width;
        if (button(ui, "top/find", rect_at({left, end.y}, find_width, touch_height), {.label = "Find", .tip = find_tip}))
            commands.push_back(OpenPalette{PaletteScope::everything});
        if (nan) left -= gap;
    }
    if (!nan) return left;
    left -= tag;
    draw_nan(ui, rect_at({left, end.y}, tag, touch_height), "NaN", *nan, commands);
    return left;
}

/// In a narrow window: the model, the view, the search and the menu, each high enough for a finger. A tablet also has room for
/// the theme and the remarks.
void draw_narrow_bar(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    constexpr float side = touch_height, edge = 12, gap = 8, narrow_views = 116, broad_views = 140;
    const bool tablet = form_of(ui.size()) == Form::tablet;
    const float top = area.centre().y - side / 2, views = tablet ? broad_views : narrow_views;
    float right = area.max.x - edge - side;
    if (button(ui, "top/menu", rect_at({right, top}, side, side), {.icon = Icon::menu, .tip = "menu"}))
        commands.push_back(SetMenu{state.menu.empty() ? "menu/file" : ""});
    if (tablet) {
        right -= gap + side;
        draw_theme(ui, rect_at({right, top}, side, side), state, commands);
    } else {
        right = draw_phone_end(ui, {right - gap, top}, right - area.min.x - edge - letter_width - views - 3 * gap, state, commands);
    }
    const float left = area.min.x + edge + letter_width, room = right - gap - left - gap - views;
    draw_name(ui, rect_at({area.min.x + edge - 6, top}, letter_width, side), true, state, commands);
    const Rect field = rect_at({left, top}, tablet ? std::min(room, widest_field) : room, side);
    draw_model_field(ui, field, state, commands);
    draw_view_field(ui, rect_at({field.max.x + gap, top}, views, side), state, commands);
    if (!tablet) return;
    const Rect line = rect_at({left, area.centre().y - metrics::control / 2}, room, metrics::control);
    draw_remarks(ui, {.field = line, .middle = field.max.x + gap + views + 16, .right = right}, state, commands);
}

}  // namespace

void draw_top_bar(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    ui.fill(area, ui.theme.panel);
    ui.fill({{area.min.x, area.max.y - 1}, area.max}, ui.theme.line);
    if (is_narrow(ui.size())) return draw_narrow_bar(ui, area, state, commands);
    const BarPlan plan = plan_of(ui, area, state);
    const float name_left = area.min.x + metrics::margin;
    if (plan.field.min.x > name_left)
        draw_name(ui, {{name_left, plan.field.min.y}, {plan.field.min.x - 8, plan.field.max.y}}, !plan.named, state, commands);
    draw_model_field(ui, plan.field, state, commands);
    const ImVec2 corner{plan.field.max.x + field_gap, area.centre().y - 12};
    if (plan.tabs.tabs.empty()) {
        draw_view_field(ui, rect_at({corner.x, plan.field.min.y}, folded_views, metrics::control), state, commands);
    } else {
        draw_tabs(ui, corner, plan.tabs, state, commands);
    }
    draw_remarks(ui, plan, state, commands);
    draw_right_end(ui, plan, state, commands);
}

}  // namespace vitrine
