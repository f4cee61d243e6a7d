#include "app/frame/inspector/inspector.h"

#include "app/base/command.h"
#include "app/frame/inspector/parts.h"
#include "app/run/positions.h"
#include "app/state/selection_commands.h"
#include "app/state/state.h"
#include "app/state/transport_commands.h"
#include "app/state/window_commands.h"
#include "app/widgets/controls.h"
#include "app/words/alterations.h"
#include "app/words/glossary.h"

namespace vitrine {

namespace {

/// Which sentence and which head are shown large.
float draw_facet_choice(Ui& ui, const Column& column, float y, const State& state, Commands& commands) {
    const TensorInfo* info = selected_tensor(state);
    const Layout layout = state.run->find(info->path).layout;
    const int head_axis = layout.find(Axis::head);
    const Size heads = head_axis < 0 ? 1 : layout.shape[static_cast<std::size_t>(head_axis)];
    if (heads <= 1) return y;
    ui.text({column.left, y + 12}, Font::note, ui.theme.dim, "head", {.vertical = VerticalAlign::middle});
    const Choice choice{.prefix = "head",
                        .count = static_cast<int>(heads),
                        .selected = static_cast<int>(state.selection.head),
                        .width = column.width() - 44,
                        .colour = colour_of(info->role, ui.theme)};
    if (const auto clicked = choose_number(ui, {column.left + 44, y}, choice)) commands.push_back(SelectHead{*clicked});
    return y + 34;
}

/// Beside the training: what is watched, and the way to the operation before and after it.
float draw_watching(Ui& ui, const Column& column, float y, const Desk& desk) {
    constexpr float side = 24;
    ui.text({column.left, y + side / 2}, Font::section, ui.theme.dim, "WATCHING", {.vertical = VerticalAlign::middle});
    const int last = desk.state.run->last_step();
    const std::string place = std::to_string(desk.state.step + 1) + " of " + std::to_string(last + 1);
    const float right = column.right;
    if (button(ui, "watch/next", rect_at({right - side, y}, side, side), {.icon = Icon::next, .tip = "next operation (→)"})) {
        desk.commands.push_back(MoveStep{1});
    }
    const Rect back = rect_at({right - 2 * side - 4, y}, side, side);
    if (button(ui, "watch/previous", back, {.icon = Icon::previous, .tip = "operation before (←)"})) {
        desk.commands.push_back(MoveStep{-1});
    }
    ui.text({back.min.x - 10, y + side / 2}, Font::note, ui.theme.faint, place,
            {.align = Align::right, .vertical = VerticalAlign::middle});
    return y + side + 10;
}

/// From an encoding of positions to the view that is all about it.
float draw_way_to_positions(Ui& ui, const Column& column, float y, const Desk& desk) {
    if (desk.state.view == View::positions || side_of_positions(desk.state.selection.tensor) == Side::none) return y;
    constexpr float width = 124, height = 26;
    const ButtonFace face{.label = "See the waves", .tip = "what each feature is along the positions"};
    if (button(ui, "inspector/positions", rect_at({column.left, y}, width, height), face)) {
        desk.commands.push_back(SetView{View::positions});
    }
    return y + height + 12;
}

/// Its symbol, and beside it or, where that would cut it, below it, what is shown of it.
float draw_symbol(Ui& ui, const Column& column, float y, const Desk& desk) {
    const Run& run = *desk.state.run;
    const TensorInfo& info = *selected_tensor(desk.state);
    const std::string words = info.is_change ? "B − A of " + info.symbol : info.symbol;
    const bool altered = alteration_of(run, info.path) != Alteration::none;
    constexpr float gap = 12, line = 30;
    const float chip_room = altered ? chip_width(ui, "altered") + 8 : 0;
    const bool beside = ui.width_of(Font::heading, words) + chip_room + gap <= column.width() - aspects_width(ui);
    const float room = column.width() - chip_room - (beside ? aspects_width(ui) + gap : 0);
    const Rect symbol = ui.text({column.left, y}, Font::heading, colour_of(info.role, ui.theme), words, {.max_width = room});
    const Term* term = term_of_tensor(info.path);
    if (ui.place("inspector/symbol", symbol).hovered && term) ui.note(term_note(*term), symbol);
    if (altered) chip(ui, {symbol.max.x + 8, y - 3}, "altered", {});
    if (!beside) y += line;
    draw_aspects(ui, column, y - 3, desk);
    return y + 24;
}

/// Its path, and its axes.
float draw_path(Ui& ui, const Column& column, float y, const TensorInfo& info, const Layout& layout) {
    y = ui.text({column.left, y}, Font::mono_small, ui.theme.dim, info.path, {.max_width = column.width()}).max.y + 3;
    return ui.text({column.left, y}, Font::note, ui.theme.dim, axes_words(layout), {.max_width = column.width()}).max.y + 10;
}

}  // namespace

void draw_inspector(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    const TensorInfo* info = selected_tensor(state);
    if (!info) return;
    const Desk desk{state, commands};
    const Column column{area.min.x + metrics::margin, area.max.x - metrics::margin};
    float y = begin_scroll(ui, "inspector", area, state) + 16;
    if (state.view == View::train) y = draw_watching(ui, column, y, desk);
    y = draw_operation(ui, column, y, state);
    y = draw_switches(ui, column, y, desk);

    const TensorView tensor = state.run->find(info->path);
    y = draw_symbol(ui, column, y, desk);
    const bool repeats = state.view == View::tensors;  // what stands large in the centre
    y = repeats ? y + 8 : draw_path(ui, column, y, *info, tensor.layout);
    if (!repeats) y = draw_facet_choice(ui, column, y, state, commands);
    y = draw_way_to_positions(ui, column, y, desk);
    y = draw_value(ui, column, y, desk);
    if (!repeats) y = draw_tensor(ui, column, y, desk);
    if (info->is_change) {
        y = draw_change(ui, column, y, state);
    } else {
        y = state.selection.cell ? draw_anatomy(ui, column, y, desk) : draw_formula(ui, column, y, state);
    }
    if (!repeats) y = draw_whole_tensor(ui, column, y, desk);
    end_scroll(ui, "inspector", y + 12, commands);
}

}  // namespace vitrine
