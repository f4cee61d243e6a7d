#include <algorithm>

#include <fmt/format.h>

#include "app/compare/comparing.h"
#include "app/edit/commands.h"
#include "app/edit/editing.h"
#include "app/frame/inspector/parts.h"
#include "app/state/selection_commands.h"
#include "app/widgets/controls.h"
#include "app/widgets/legend.h"
#include "app/widgets/tensor/tensor_view.h"
#include "app/words/gradients.h"
#include "app/words/next_word.h"
#include "core/listing/cell_text.h"

namespace vitrine {

namespace {

/// The height of the texts about the selected cell above the pictures, without and with its gradient.
constexpr float value_height = 40, slope_height = 108;

/// One picture of the plane: of its values, of its gradient, or of their products.
struct Pane {
    Aspect aspect;
    bool captioned;
    std::optional<Index> pointed;  ///< the cell under the pointer in the other picture
};

PlanePicture picture_for(const Ui& ui, const State& state, const TensorInfo& info, const Pane& pane) {
    const Run& run = *state.run;
    const Plane plane = plane_of(run, info, state.selection.sentence, state.selection.head);
    return picture_of(run, info, plane, ui.theme, state.share_colours, pane.aspect);
}

TensorViewInput input_for(const State& state, const TensorInfo& info, const Pane& pane, const PlanePicture& picture,
                          const Theme& theme) {
    const Run& run = *state.run;
    const TensorView tensor = run.find(info.path);
    const Plane plane = plane_of(run, info, state.selection.sentence, state.selection.head);
    const bool values = pane.aspect == Aspect::value;
    TensorViewInput input;
    input.name = picture_anchor(info.path, pane.aspect);
    input.cells = picture.cells;
    input.style = picture.style;
    const bool has_batch = tensor.layout.find(Axis::batch) == 0 && tensor.layout.rank > 2;
    const Size sentence = has_batch ? plane.fixed[0] : 0;
    if (plane.row_axis >= 0) {
        input.row_labels = axis_labels(run, info, plane.row_axis, sentence);
        input.row_title = axis_title(run, info, plane.row_axis, "↓");
    }
    // The sentences of a [batch, position] tensor have different words, so its columns are numbered.
    if (tensor.layout.rank != 2 || tensor.layout.axes[0] != Axis::batch)
        input.column_labels = axis_labels(run, info, plane.column_axis, sentence);
    input.column_title = axis_title(run, info, plane.column_axis, "→");
    if (values && (info.role == Role::tokens || info.path == "predictions")) input.words = token_words(run, info);
    input.selected = state.selection.cell;
    input.pointed = pane.pointed;
    // The frame has the colour of attention, since the tensor is all three; the bands tell them apart.
    input.row_bands = bands_along(run, info, plane.row_axis, theme);
    input.column_bands = bands_along(run, info, plane.column_axis, theme);
    input.often_small = !values;
    input.frame = colour_of(info.role, theme);
    return input;
}

struct Drawn {
    TensorViewOutput output;
    HeatmapCells cells;
};

Drawn draw_pane(Ui& ui, Column& column, const Pane& pane, const InspectorScene& scene) {
    const State& state = scene.state;
    const TensorInfo& info = *selected_tensor(state);
    // With its legend, it ends within the visible part of a window that is 800 high.
    const float bottom = column.y + (pane.captioned ? 290 + value_height - slope_height : 290);
    if (pane.captioned) {
        column.line(20, Font::note_strong, pane.aspect == Aspect::value ? ui.theme.text : backward_colour(ui.theme),
                    caption_of_numbers(*state.run, pane.aspect), Shorten::end);
    }
    const PlanePicture picture = picture_for(ui, state, info, pane);
    const TensorViewInput input = input_for(state, info, pane, picture, ui.theme);
    const Drawn drawn{tensor_view(ui, {column.corner(), {column.right, bottom}}, input), input.cells};
    column.y = drawn.output.used.max.y;
    if (pane.aspect != Aspect::value || reading_of(info, input.cells.tensor.type) != Reading::ids) {
        column.gap(12);
        legend_of(ui, column, 320, "legend", picture, state, scene.commands);
    }
    if (input.cells.tensor.fetched && input.cells.tensor.fetched->is_recomputed()) {
        column.gap(4);
        column.text(Font::note, ui.theme.dim, "computed again when it is shown");
    }
    column.gap(part_gap);
    return drawn;
}

void draw_reason(Ui& ui, Column& column, const std::string& reason) {
    column.paragraph(Font::body, ui.theme.dim, reason, part_gap);
}

}  // namespace

namespace {

/// Beside the number: its position in words, and below that the sentence and head, as far as they fit, and its index.
void draw_caption(Ui& ui, Column room, const State& state) {
    constexpr float gap = 8;
    const TensorInfo& info = *selected_tensor(state);
    const Index& cell = *state.selection.cell;
    CellCaption caption = cell_caption_with_next(*state.run, info, cell);
    if (ui.width_of(Font::note, caption.place) > room.width()) caption = cell_caption(*state.run, info, cell);
    const std::string index = index_text(state.run->find(info.path).layout, cell);
    room.gap(1);
    room.line(16, Font::note, ui.theme.text, caption.place);
    const float both = ui.width_of(Font::note, caption.facet) + gap + ui.width_of(Font::mono_small, index);
    if (!caption.facet.empty() && both <= room.width())
        room.left = ui.text(room.corner(), Font::note, ui.theme.dim, caption.facet).max.x + gap;
    room.text(Font::mono_small, ui.theme.dim, index);
}

}  // namespace

namespace {

/// The button for setting another number; returns where it begins.
float draw_pencil(Ui& ui, const Column& column, const InspectorScene& scene) {
    const std::string why = edit_refusal(scene.state);
    if (!why.empty() && !shows_a(scene.state)) return column.right;
    constexpr float side = 24;
    const Rect area = rect_at({column.right - side, column.y + 4}, side, side);
    const std::string_view tip = why.empty() ? "type another number (Enter)" : std::string_view(why);
    const ButtonFace face{.icon = Icon::pencil, .look = ButtonLook::ghost, .tip = tip, .enabled = why.empty()};
    if (button(ui, "value/edit", area, face)) scene.commands.push_back(TypeCell{});
    return area.min.x - 4;
}

}  // namespace

namespace {

/// The large number: the value or the gradient, as the aspect says, or the value if both are shown.
std::string large_number(const State& state, const TensorInfo& info, const Index& cell) {
    if (awaits_gradient(state, info)) return "no gradient yet";
    return number_text(*state.run, info, cell, shown_aspect(state, info));
}

/// Below a number with a gradient: which of value and gradient is not shown in large, and the meaning of the gradient or of the
/// product.
void draw_slope(Ui& ui, Column& place, const State& state) {
    const TensorInfo& info = *selected_tensor(state);
    const Index& cell = *state.selection.cell;
    const Aspect explained = state.aspect == Aspect::product ? Aspect::product : Aspect::gradient;
    float left = place.left;
    for (const Aspect other : {Aspect::value, Aspect::gradient}) {
        if (other == state.aspect || (other == Aspect::value && state.aspect == Aspect::both)) continue;
        const Rect label = ui.text({left, place.y + 1}, Font::note, ui.theme.dim, word_of(other));
        left = ui.text({label.max.x + 8, place.y}, Font::mono_strong, ui.theme.text, number_text(*state.run, info, cell, other))
                   .max.x +
               16;
    }
    place.gap(18);
    place.paragraph(Font::note, ui.theme.dim,
                    info.is_change ? fmt::format("The {0} in run B minus the {0} in run A.", word_of(explained))
                                   : slope_words(explained, find_tensor(*state.run, info.path, explained).at(cell)));
}

}  // namespace

void draw_value(Ui& ui, Column& column, const InspectorScene& scene) {
    const State& state = scene.state;
    const TensorInfo& info = *selected_tensor(state);
    const TensorView gradient = find_gradient(*state.run, info.path);
    // Room is kept for it even if no cell is selected, so that the tensor below does not move.
    const bool slopes = state.aspect != Aspect::value && gradient.present();
    Column place = column;
    column.gap(slopes ? slope_height : value_height);
    if (!state.selection.cell) {
        place.gap(6);
        place.text(Font::note, ui.theme.faint, "Point at a cell to read it, click to keep it.");
        return;
    }
    const Index& cell = *state.selection.cell;
    const bool lacks = awaits_gradient(state, info);
    const Rect written = ui.text(place.corner(), lacks ? Font::heading : Font::value, lacks ? ui.theme.dim : ui.theme.accent,
                                 large_number(state, info, cell));
    const float pencil = shows_values(shown_aspect(state, info)) ? draw_pencil(ui, place, scene) : column.right;
    draw_caption(ui, {ui, written.max.x + 16, pencil, place.y}, state);
    const Rect all{place.corner(), {pencil, place.y + value_height - 6}};
    if (ui.place("value", all).hovered) ui.note(cell_note(state, info, cell));
    if (!slopes) return;
    place.gap(38);
    draw_slope(ui, place, state);
}

void draw_tensor(Ui& ui, Column& column, const InspectorScene& scene) {
    const State& state = scene.state;
    const TensorInfo& info = *selected_tensor(state);
    const bool has_gradient = find_gradient(*state.run, info.path).present();
    if (awaits_gradient(state, info)) return draw_reason(ui, column, why_no_gradient(*state.run, info));
    if (shows_values_instead(state, info)) draw_reason(ui, column, values_instead_words(*state.run, info));
    const Aspect shown = shown_aspect(state, info);
    const bool both = shown == Aspect::both;
    const Drawn upper = draw_pane(ui, column, {both ? Aspect::value : shown, shown != Aspect::value, {}}, scene);
    std::optional<Index> hovered = upper.output.hovered, clicked = upper.output.clicked;
    Rect used = upper.output.used;
    if (both && has_gradient) {
        const Drawn lower = draw_pane(ui, column, {Aspect::gradient, true, hovered}, scene);
        if (lower.output.hovered) {
            frame_pointed(ui, upper.output.layout, upper.cells, *lower.output.hovered);
            hovered = lower.output.hovered;
        }
        if (lower.output.clicked) clicked = lower.output.clicked;
        used.max.y = lower.output.used.max.y;
    } else if (both) {
        draw_reason(ui, column, why_no_gradient(*state.run, info));
    }
    if (hovered) ui.note(cell_note(state, info, *hovered), used);
    if (clicked) scene.commands.push_back(SelectCell{info.path, *clicked});
}

}  // namespace vitrine
