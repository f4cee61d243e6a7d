#include "app/frame/inspector/figure.h"

#include "app/frame/inspector/parts.h"
#include "core/listing/cell_text.h"

namespace vitrine {

namespace {

std::string number_refusal(const State& state) {
    if (!state.run) return "no model is open";
    if (!state.selection.cell) return "no number is selected";
    if (state.run->difference) return "two runs are compared: show one of them, with Shift+A or Shift+B";
    if (state.aspect == Aspect::product) return "value × gradient is a product of two numbers: switch to the value or the gradient";
    if (lacks_gradient(state, *selected_tensor(state))) return state.selection.tensor + " has no gradient";
    return "";
}

float draw_number_figure(Ui& ui, const Rect& room, const State& state) {
    Column column{ui, room.min.x, room.max.x, room.min.y};
    const TensorInfo& info = *selected_tensor(state);
    const Index& cell = *state.selection.cell;
    const bool gradient = !shows_values(state.aspect);
    const std::string path = cell_text(info.path, state.run->find(info.path).layout, cell);
    column.paragraph(Font::mono_small, ui.theme.text, gradient ? "∂loss/∂ " + path : path, 2);
    column.paragraph(Font::label, ui.theme.dim, cell_words(*state.run, info, cell), 8);
    Commands unheard;
    draw_printed_anatomy(ui, column, {.state = state, .commands = unheard, .printed = true});
    return column.y;
}

}  // namespace

const FigureKind number_figure{"number", "This number", number_refusal, draw_number_figure};

}  // namespace vitrine
