#include "app/panels/inspector.h"

#include <algorithm>

#include "app/panels/inspector_parts.h"
#include "app/widgets/controls.h"
#include "app/widgets/tensor_view.h"
#include "core/trace/tensor_text.h"

namespace vitrine {

namespace {

/// Which sentence and which head are shown large.
float draw_facet_choice(Ui& ui, const Column& column, float y, const State& state, Commands& commands) {
    const TensorInfo* info = selected_tensor(state);
    const Layout layout = state.run->trace.find(info->path).layout;
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

/// The number in question, or, where none is selected, what to do to get one.
float draw_value(Ui& ui, const Column& column, float y, const State& state) {
    const TensorInfo* info = selected_tensor(state);
    const TensorView tensor = state.run->trace.find(info->path);
    constexpr float height = 40;  // kept free where no cell is selected, so that the tensor below stays where it is
    if (!state.selection.cell) {
        ui.text({column.left, y + 6}, Font::note, ui.theme.faint, "Point at a cell to read it, click to keep it.",
                {.max_width = column.width()});
        return y + height;
    }
    const Index& cell = *state.selection.cell;
    const Rect written = ui.text({column.left, y}, Font::value, ui.theme.accent, value_text(*state.run, *info, cell));
    const float words = written.max.x + 16;
    const float room = column.right - words;
    ui.text({words, y + 1}, Font::note, ui.theme.text, cell_words(*state.run, *info, cell), {.max_width = room});
    ui.text({words, y + 17}, Font::mono_small, ui.theme.dim, index_text(tensor.layout, cell), {.max_width = room});
    return y + height;
}

std::string axis_title(const Run& run, const TensorInfo& info, int axis, const char* arrow) {
    const Layout layout = run.trace.find(info.path).layout;
    const Axis which = layout.axes[static_cast<std::size_t>(axis)];
    const Side side = which == Axis::key ? info.key_side : which == Axis::query || which == Axis::position ? info.side : Side::none;
    std::string title(name(which));
    if (which == Axis::query) title = "asks: query";
    if (which == Axis::key && layout.find(Axis::query) >= 0) title = "answers: key";
    if (side != Side::none && layout.find(Axis::batch) >= 0) title += " (" + std::string(name(side)) + ")";
    return title + " " + arrow;
}

float draw_tensor(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    const Run& run = *state.run;
    const TensorInfo& info = *selected_tensor(state);
    const TensorView tensor = run.trace.find(info.path);
    const Plane plane = plane_of(tensor.layout, state.selection.sentence, state.selection.head);
    const PlanePicture picture = picture_of(run, info, plane, ui.theme);
    TensorViewInput input;
    input.name = "tensor/" + info.path;
    input.cells = picture.cells;
    input.style = picture.style;
    const bool has_batch = tensor.layout.find(Axis::batch) == 0 && tensor.layout.rank > 2;
    const Size sentence = has_batch ? plane.fixed[0] : 0;
    if (plane.row_axis >= 0) {
        input.row_labels = axis_labels(run, info, plane.row_axis, sentence);
        input.row_title = axis_title(run, info, plane.row_axis, "↓");
    }
    // Each sentence of a [batch, position] tensor has words of its own: its columns are numbered.
    if (tensor.layout.rank != 2 || tensor.layout.axes[0] != Axis::batch)
        input.column_labels = axis_labels(run, info, plane.column_axis, sentence);
    input.column_title = axis_title(run, info, plane.column_axis, "→");
    if (info.role == Role::tokens || info.path == "predictions") input.words = token_words(run, info);
    input.selected = state.selection.cell;
    input.frame = colour_of(info.role, ui.theme);
    const TensorViewOutput output = tensor_view(ui, area, input);
    if (output.hovered) ui.note(cell_note(run, info, *output.hovered), output.used);
    if (output.clicked) commands.push_back(SelectCell{info.path, *output.clicked});

    const float legend_width = std::min(area.width(), 320.0f);
    if (reading_of(info, tensor.type) == Reading::ids) return output.used.max.y + part_gap;
    legend(ui, rect_at({area.min.x, output.used.max.y + 12}, legend_width, 24), picture.style);
    return output.used.max.y + 12 + 24 + part_gap;
}

}  // namespace

void draw_inspector(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    const TensorInfo* info = selected_tensor(state);
    if (!info) return;
    const Column column{area.min.x + metrics::margin, area.max.x - metrics::margin};
    float y = begin_scroll(ui, "inspector", area, state) + 16;
    y = draw_operation(ui, column, y, state);

    const TensorView tensor = state.run->trace.find(info->path);
    const float symbol = ui.text({column.left, y}, Font::heading, colour_of(info->role, ui.theme), info->symbol).max.x;
    ui.text({column.right, y + 3}, Font::note, ui.theme.dim, axes_text(tensor.layout),
            {.max_width = column.right - symbol - 12, .align = Align::right});
    y += 22;
    y = ui.text({column.left, y}, Font::mono_small, ui.theme.dim, info->path, {.max_width = column.width()}).max.y + 10;
    y = draw_facet_choice(ui, column, y, state, commands);
    y = draw_value(ui, column, y, state);
    y = draw_tensor(ui, {{column.left, y}, {column.right, y + 330}}, state, commands);
    y = draw_whole_tensor(ui, column, y, {state, commands});
    end_scroll(ui, "inspector", y + 12, commands);
}

}  // namespace vitrine
