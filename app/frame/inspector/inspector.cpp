#include "app/frame/inspector/inspector.h"

#include "app/frame/inspector/parts.h"
#include "app/panel/aspect_choice.h"
#include "app/run/positions.h"
#include "app/state/selection_commands.h"
#include "app/state/transport_commands.h"
#include "app/state/window_commands.h"
#include "app/widgets/controls.h"
#include "app/words/alterations.h"
#include "app/words/glossary.h"
#include "app/words/gradients.h"

namespace vitrine {

namespace {

/// The choice of the sentence and the head that are shown large.
void draw_facet_choice(Ui& ui, Column& column, const State& state, Commands& commands) {
    const TensorInfo* info = selected_tensor(state);
    const Layout layout = state.run->find(info->path).layout;
    const int head_axis = layout.find(Axis::head);
    const Size heads = head_axis < 0 ? 1 : layout.shape[static_cast<std::size_t>(head_axis)];
    if (heads <= 1) return;
    const Choice choice{.prefix = "head",
                        .count = static_cast<int>(heads),
                        .selected = static_cast<int>(state.selection.head),
                        .colour = colour_of(info->role, ui.theme)};
    if (const auto clicked = column.choice("head", 44, choice)) commands.push_back(SelectHead{*clicked});
    column.gap(10);
}

/// While training: the watched tensor, and buttons to the operation before and after it.
void draw_watching(Ui& ui, Column& column, const InspectorScene& scene) {
    constexpr float side = 24;
    const Rect line = column.row(side, 10);
    section_title(ui, line, "STAYS SELECTED");
    const int last = scene.state.run->last_step();
    const std::string place = std::to_string(scene.state.step + 1) + " of " + std::to_string(last + 1);
    const Rect next = rect_at({line.max.x - side, line.min.y}, side, side), back = next.moved(-side - 4, 0);
    if (button(ui, "watch/next", next, {.icon = Icon::next, .tip = "next operation (→)"})) scene.commands.push_back(MoveStep{1});
    if (button(ui, "watch/previous", back, {.icon = Icon::previous, .tip = "previous operation (←)"}))
        scene.commands.push_back(MoveStep{-1});
    ui.text({back.min.x - 10, line.centre().y}, Font::note, ui.theme.faint, place,
            {.align = Align::right, .vertical = VerticalAlign::middle});
}

/// A link from an encoding of positions to the view about positions.
void draw_way_to_positions(Ui& ui, Column& column, const InspectorScene& scene) {
    if (scene.state.view == View::positions || side_of_positions(scene.state.selection.tensor) == Side::none) return;
    const Rect area = rect_at(column.row(26, 12).min, 124, 26);
    const ButtonFace face{.label = "Show the waves", .tip = "how each dimension varies over the positions"};
    if (button(ui, "inspector/positions", area, face)) scene.commands.push_back(SetView{View::positions});
}

/// A link from a parameter to what the optimiser does with it.
void draw_way_to_update(Ui& ui, Column& column, const InspectorScene& scene) {
    const Run& run = *scene.state.run;
    const bool has_update = !run.difference && film_of(run).has_update();
    if (scene.state.phase == Phase::update || !has_update || !find_parameter(run, scene.state.selection.tensor).present()) return;
    const Rect area = rect_at(column.row(26, 12).min, 124, 26);
    const ButtonFace face{.label = "Show its update", .tip = "what a step of the optimiser does to this parameter, line by line"};
    if (button(ui, "inspector/update", area, face)) scene.commands.push_back(GoToPhase{Phase::update});
}

/// The tensor's symbol, with its description beside it or, if it would be cut there, below.
void draw_symbol(Ui& ui, Column& column, const InspectorScene& scene) {
    const Run& run = *scene.state.run;
    const TensorInfo& info = *selected_tensor(scene.state);
    const Aspect aspect = shown_aspect(scene.state, info);
    const std::string symbol_words = name_of_numbers(aspect == Aspect::both ? Aspect::value : aspect, info.symbol);
    const std::string words = info.is_change ? "B − A of " + symbol_words : symbol_words;
    const bool altered = alteration_of(run, info.path) != Alteration::none;
    constexpr float gap = 12, line = 30;
    const float chip_room = altered ? chip_width(ui, "altered") + 8 : 0;
    const bool beside = ui.width_of(Font::heading, words) + chip_room + gap <= column.width() - aspect_choice_width(ui);
    const float room = column.width() - chip_room - (beside ? aspect_choice_width(ui) + gap : 0);
    const Rect symbol = ui.text(column.corner(), Font::heading, colour_of(info.role, ui.theme), words, {.max_width = room});
    const Term* term = term_of_tensor(info.path, run.outline().model.configuration);
    if (ui.place("inspector/symbol", symbol).hovered && term) ui.note(term_note(*term), symbol);
    if (altered) chip(ui, {symbol.max.x + 8, column.y - 3}, "altered", {});
    if (!beside) column.gap(line);
    draw_aspect_choice(ui, {column.right, column.y - 3}, scene.state, scene.commands);
    column.gap(24);
}

/// Its path, and its axes.
void draw_path(Ui& ui, Column& column, const Run& run, const TensorInfo& info, const Layout& layout) {
    const Rect path = column.text(Font::mono_small, ui.theme.dim, info.path, 3);
    if (ui.place("inspector/path", path).hovered) ui.note({info.path, counting_words}, path);
    column.text(Font::note, ui.theme.dim, axes_words(run, layout), 10);
}

}  // namespace

void lead_to(const InspectorScene& scene, Command selects) {
    scene.commands.push_back(std::move(selects));
    scene.commands.push_back(FollowChosen{});
}

void draw_inspector(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    const TensorInfo* info = selected_tensor(state);
    if (!info) return;
    const InspectorScene scene{state, commands};
    const bool repeats = state.view == View::tensors;  // the tensor that the view in the middle shows large
    Column column = begin_column(ui, "inspector", area, state);
    const bool at_update = state.phase == Phase::update;
    if (state.view == View::train && !at_update) draw_watching(ui, column, scene);
    if (at_update) {
        draw_update(ui, column, scene);
    } else {
        draw_operation(ui, column, state);
        draw_backward_pass(ui, column, scene);
        draw_switches(ui, column, scene);
    }
    draw_symbol(ui, column, scene);
    repeats ? column.gap(8) : draw_path(ui, column, *state.run, *info, state.run->find(info->path).layout);
    if (!repeats) draw_facet_choice(ui, column, state, commands);
    draw_way_to_positions(ui, column, scene);
    draw_way_to_update(ui, column, scene);
    draw_value(ui, column, scene);
    // For the update, the arithmetic of the selected weight is what matters: it comes before the picture.
    if (at_update && state.selection.cell) draw_updated_cell(ui, column, scene);
    if (!repeats) draw_tensor(ui, column, scene);
    if (at_update && !state.selection.cell) draw_updated_cell(ui, column, scene);
    if (info->is_change) {
        draw_change(ui, column, state);
    } else {
        state.selection.cell ? draw_anatomy(ui, column, scene) : draw_formula(ui, column, state);
    }
    if (!repeats) draw_whole_tensor(ui, column, scene);
    end_column(column, "inspector", commands, 12);
}

}  // namespace vitrine
