#include <algorithm>
#include <array>

#include "app/compare/comparing.h"
#include "app/edit/commands.h"
#include "app/edit/editing.h"
#include "app/frame/inspector/parts.h"
#include "app/state/selection_commands.h"
#include "app/state/state.h"
#include "app/widgets/controls.h"
#include "app/widgets/legend.h"
#include "app/widgets/tensor/tensor_view.h"
#include "app/words/gradients.h"
#include "core/listing/cell_text.h"

namespace vitrine {

namespace {

/// What is written above the pictures about the selected cell, without and with its gradient.
constexpr float value_height = 40, slope_height = 92;

/// One picture of the plane: of its values or of its gradient.
struct Pane {
    Aspect aspect;
    bool captioned;
    std::optional<Index> pointed;  ///< in the other picture
};

TensorViewInput input_for(const Ui& ui, const State& state, const TensorInfo& info, const Pane& pane) {
    const Run& run = *state.run;
    const TensorView tensor = run.find(info.path);
    const Plane plane = plane_of(tensor.layout, state.selection.sentence, state.selection.head);
    const bool gradient = pane.aspect == Aspect::gradient;
    const PlanePicture picture =
        gradient ? gradient_picture_of(run, info, plane, ui.theme) : picture_of(run, info, plane, ui.theme);
    TensorViewInput input;
    input.name = (gradient ? "gradient/" : "tensor/") + info.path;
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
    if (!gradient && (info.role == Role::tokens || info.path == "predictions")) input.words = token_words(run, info);
    input.selected = state.selection.cell;
    input.pointed = pane.pointed;
    input.often_small = gradient;
    input.frame = colour_of(info.role, ui.theme);
    return input;
}

struct Drawn {
    float bottom;
    TensorViewOutput output;
    HeatmapCells cells;
};

Drawn draw_pane(Ui& ui, const Column& column, float y, const State& state, const Pane& pane) {
    const TensorInfo& info = *selected_tensor(state);
    // With its legend it ends above the fold of a window 800 high.
    const float bottom = y + (pane.captioned ? 290 + value_height - slope_height : 290);
    if (pane.captioned) {
        const bool change = state.run->difference != nullptr;
        const char* caption = pane.aspect == Aspect::gradient && change ? "gradient in B less that in A"
                              : change                                  ? "value in B less that in A"
                              : pane.aspect == Aspect::gradient         ? "gradient: how the loss changes with each number"
                                                                        : "value";
        ui.text({column.left, y}, Font::note_strong, ui.theme.text, caption,
                {.max_width = column.width(), .shorten = Shorten::end});
        y += 20;
    }
    const TensorViewInput input = input_for(ui, state, info, pane);
    Drawn drawn{0, tensor_view(ui, {{column.left, y}, {column.right, bottom}}, input), input.cells};
    const float below = drawn.output.used.max.y;
    const bool ids = pane.aspect != Aspect::gradient && reading_of(info, input.cells.tensor.type) == Reading::ids;
    constexpr float widest_legend = 320, legend_height = 24;
    if (!ids) legend(ui, rect_at({column.left, below + 12}, std::min(column.width(), widest_legend), legend_height), input.style);
    drawn.bottom = below + (ids ? 0 : 12 + legend_height) + part_gap;
    if (input.cells.tensor.fetched && input.cells.tensor.fetched->is_recomputed()) {
        const Rect said = ui.text({column.left, drawn.bottom - part_gap + 4}, Font::note, ui.theme.dim,
                                  "recomputed where it is looked at", {.max_width = column.width(), .shorten = Shorten::end});
        drawn.bottom = said.max.y + part_gap;
    }
    return drawn;
}

float draw_reason(Ui& ui, const Column& column, float y, const State& state) {
    const std::string reason = why_no_gradient(*state.run, *selected_tensor(state));
    return ui.paragraph({column.left, y}, Font::body, ui.theme.dim, reason, {.width = column.width()}).max.y + part_gap;
}

}  // namespace

namespace {

std::array<Segment, 3> aspect_segments() {
    return {{{"aspect/value", "value"}, {"aspect/gradient", "gradient"}, {"aspect/both", "both"}}};
}

}  // namespace

float aspects_width(const Ui& ui) { return segmented_width(ui, aspect_segments()); }

void draw_aspects(Ui& ui, const Column& column, float y, const Desk& desk) {
    const std::array<Segment, 3> segments = aspect_segments();
    const float left = column.right - aspects_width(ui);
    const int selected = static_cast<int>(desk.state.aspect);
    if (const auto clicked = segmented(ui, {left, y}, segments, selected, ui.theme.dim)) {
        desk.commands.push_back(SetAspect{static_cast<Aspect>(*clicked)});
    }
    const Interaction does = ui.place("aspect", {{left, y}, {column.right, y + 24}});
    if (does.hovered)
        ui.note({"what is shown of the tensor", "its values, the gradient of the loss with respect to them, or both (G)"});
}

namespace {

/// Beside the number: where its cell lies, in words, and below that the sentence and head as far as they fit, and its index.
void draw_caption(Ui& ui, const Column& room, float y, const State& state) {
    constexpr float first_line = 1, second_line = 17, gap = 8;
    const TensorInfo& info = *selected_tensor(state);
    const Index& cell = *state.selection.cell;
    const CellCaption caption = cell_caption(*state.run, info, cell);
    const std::string index = index_text(state.run->find(info.path).layout, cell);
    ui.text({room.left, y + first_line}, Font::note, ui.theme.text, caption.place, {.max_width = room.width()});
    float left = room.left;
    const float both = ui.width_of(Font::note, caption.facet) + gap + ui.width_of(Font::mono_small, index);
    if (!caption.facet.empty() && both <= room.width()) {
        left = ui.text({left, y + second_line}, Font::note, ui.theme.dim, caption.facet).max.x + gap;
    }
    ui.text({left, y + second_line}, Font::mono_small, ui.theme.dim, index, {.max_width = room.right - left});
}

}  // namespace

namespace {

/// The way to another number; returns where it begins.
float draw_pencil(Ui& ui, const Column& column, float y, const Desk& desk) {
    const std::string why = edit_refusal(desk.state);
    if (!why.empty() && !shows_a(desk.state)) return column.right;
    constexpr float side = 24;
    const Rect area = rect_at({column.right - side, y + 4}, side, side);
    const std::string_view tip = why.empty() ? "write another number here (Enter)" : std::string_view(why);
    const ButtonFace face{.icon = Icon::pencil, .look = ButtonLook::ghost, .tip = tip, .enabled = why.empty()};
    if (button(ui, "value/edit", area, face)) desk.commands.push_back(TypeCell{});
    return area.min.x - 4;
}

}  // namespace

float draw_value(Ui& ui, const Column& column, float y, const Desk& desk) {
    const State& state = desk.state;
    const TensorInfo& info = *selected_tensor(state);
    const TensorView gradient = find_gradient(*state.run, info.path);
    // Kept free where no cell is selected, so that the tensor below stays where it is.
    const bool slopes = state.aspect != Aspect::value && gradient.present();
    const float bottom = y + (slopes ? slope_height : value_height);
    if (!state.selection.cell) {
        ui.text({column.left, y + 6}, Font::note, ui.theme.faint, "Point at a cell to read it, click to keep it.",
                {.max_width = column.width()});
        return bottom;
    }
    const Index& cell = *state.selection.cell;
    const Rect written = ui.text({column.left, y}, Font::value, ui.theme.accent, value_text(*state.run, info, cell));
    const float words = written.max.x + 16;
    const float pencil = draw_pencil(ui, column, y, desk);
    draw_caption(ui, {words, pencil}, y, state);
    const Rect all{{column.left, y}, {pencil, y + value_height - 6}};
    if (ui.place("value", all).hovered) ui.note(cell_note(state, info, cell));
    if (!slopes) return bottom;
    const double slope = gradient.at(cell);
    const Rect label = ui.text({column.left, y + 39}, Font::note, ui.theme.dim, "gradient");
    ui.text({label.max.x + 8, y + 38}, Font::mono_strong, ui.theme.text, gradient_text(slope));
    const std::string meaning = info.is_change ? "The gradient in run B less that in run A." : gradient_words(slope);
    ui.paragraph({column.left, y + 56}, Font::note, ui.theme.dim, meaning, {.width = column.width()});
    return bottom;
}

float draw_tensor(Ui& ui, const Column& column, float y, const Desk& desk) {
    const State& state = desk.state;
    const TensorInfo& info = *selected_tensor(state);
    const bool has_gradient = find_gradient(*state.run, info.path).present();
    if (state.aspect == Aspect::gradient && !has_gradient) return draw_reason(ui, column, y, state);
    const bool both = state.aspect == Aspect::both;
    const Aspect first = state.aspect == Aspect::gradient ? Aspect::gradient : Aspect::value;
    const Drawn upper = draw_pane(ui, column, y, state, {first, state.aspect != Aspect::value, {}});
    y = upper.bottom;
    std::optional<Index> hovered = upper.output.hovered, clicked = upper.output.clicked;
    Rect used = upper.output.used;
    if (both && has_gradient) {
        const Drawn lower = draw_pane(ui, column, y, state, {Aspect::gradient, true, hovered});
        y = lower.bottom;
        if (lower.output.hovered) {
            frame_pointed(ui, upper.output.layout, upper.cells, *lower.output.hovered);
            hovered = lower.output.hovered;
        }
        if (lower.output.clicked) clicked = lower.output.clicked;
        used.max.y = lower.output.used.max.y;
    } else if (both) {
        y = draw_reason(ui, column, y, state);
    }
    if (hovered) ui.note(cell_note(state, info, *hovered), used);
    if (clicked) desk.commands.push_back(SelectCell{info.path, *clicked});
    return y;
}

}  // namespace vitrine
