/// What the inspector says of a difference of two runs, where it says of a run how its numbers are made.

#include "app/frame/inspector/parts.h"
#include "app/state/state.h"
#include "app/widgets/controls.h"
#include "app/words/changes.h"

namespace vitrine {

namespace {

constexpr float change_padding = 12, change_line = 20;

/// "A   +0.3312".
void draw_side(Ui& ui, const Column& inner, float y, const char* side, const std::string& value) {
    ui.text({inner.left, y}, Font::mono_strong, ui.theme.dim, side);
    ui.text({inner.left + 52, y}, Font::mono, ui.theme.text, value, {.max_width = inner.width() - 52});
}

/// The selected cell in A, in B, and what became of it.
float draw_cell(Ui& ui, const Column& column, float y, const State& state) {
    const RunDifference& difference = *state.run->difference;
    const std::string& path = state.selection.tensor;
    const Index& cell = *state.selection.cell;
    const Rect card = rect_at({column.left, y}, column.width(), 3 * change_line + 16);
    ui.fill(card, ui.theme.raised, metrics::radius_large);
    ui.place("inspector/sides", card);
    const Column inner{column.left + change_padding, column.right - change_padding};
    draw_side(ui, inner, y + 9, "A", value_text(*difference.a, *difference.a->info(path), cell));
    draw_side(ui, inner, y + 9 + change_line, "B", value_text(*difference.b, *difference.b->info(path), cell));
    draw_side(ui, inner, y + 9 + 2 * change_line, "B − A", value_text(*state.run, *state.run->info(path), cell));
    return card.max.y + part_gap;
}

}  // namespace

float draw_change(Ui& ui, const Column& column, float y, const State& state) {
    const TensorChange* change = state.run->difference->find(state.selection.tensor);
    if (!change) return y;
    section_title(ui, rect_at({column.left, y}, column.width(), 16), "FROM A TO B");
    y += 26;
    if (state.selection.cell && change->fit == Fit::same_shape) y = draw_cell(ui, column, y, state);
    const Rect said = ui.paragraph({column.left, y}, Font::note, ui.theme.dim, change_sentence(*change), {.width = column.width()});
    ui.place("inspector/change", said);
    return said.max.y + part_gap;
}

}  // namespace vitrine
