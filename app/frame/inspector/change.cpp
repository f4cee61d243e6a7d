/// What the inspector says about a difference of two runs, instead of how a number is computed.

#include "app/frame/inspector/parts.h"
#include "app/widgets/tensor/term_table.h"
#include "app/words/changes.h"

namespace vitrine {

namespace {

/// "A   +0.3312".
void draw_side(Ui& ui, Column& inner, const char* side, const std::string& value) {
    const Rect line = inner.row(figure_line_height);
    ui.text(line.min, Font::mono_strong, ui.theme.dim, side);
    ui.text({line.min.x + 52, line.min.y}, Font::mono, ui.theme.text, value, {.max_width = line.width() - 52});
}

/// The selected cell in A, in B, and the change.
void draw_cell(Ui& ui, Column& column, const State& state) {
    const RunDifference& difference = *state.run->difference;
    const std::string& path = state.selection.tensor;
    const Index& cell = *state.selection.cell;
    const Rect card = column.row(3 * figure_line_height + 16, part_gap);
    ui.fill(card, ui.theme.raised, metrics::radius_large);
    ui.place("inspector/sides", card);
    Column inner = column_in(ui, card, card_side, 9);
    draw_side(ui, inner, "A", value_text(*difference.a, *difference.a->info(path), cell));
    draw_side(ui, inner, "B", value_text(*difference.b, *difference.b->info(path), cell));
    draw_side(ui, inner, "B − A", value_text(*state.run, *state.run->info(path), cell));
}

}  // namespace

void draw_change(Ui& ui, Column& column, const State& state) {
    const TensorChange* change = state.run->difference->find(state.selection.tensor);
    if (!change) return;
    column.title(shown_aspect(state, *selected_tensor(state)) == Aspect::value ? "FROM A TO B" : "THE VALUES FROM A TO B");
    if (state.selection.cell && change->fit == Fit::same_shape) draw_cell(ui, column, state);
    const Rect said = column.paragraph(Font::note, ui.theme.dim, change_sentence(*change), part_gap);
    ui.place("inspector/change", said);
}

}  // namespace vitrine
