#include <algorithm>
#include <cmath>

#include "app/frame/inspector/parts.h"
#include "app/state/selection_commands.h"
#include "app/widgets/controls.h"
#include "app/widgets/tensor/term_table.h"
#include "app/words/alterations.h"

namespace vitrine {

namespace {

Anatomised taken_apart(const State& state) {
    Anatomised number{state, state.run->anatomy->explain(state.selection.tensor, *state.selection.cell), {}};
    number.listing = list_terms(number.explanation, state.every_term);
    for (const ExplanationTerm& term : number.explanation.terms) {
        if (term.place >= 0) number.largest = std::max(number.largest, term.value);
    }
    const TensorInfo& info = *selected_tensor(state);
    if (const auto cell = mask_cell(*state.run, info, *state.selection.cell)) number.mask = explain_mask(*state.run, *cell);
    return number;
}

/// The buttons that lead back and forward through the cells one has looked at.
void draw_trail(Ui& ui, const Rect& line, const InspectorScene& scene) {
    constexpr float side = 22;
    const Trail& trail = scene.state.trail;
    const Rect forward = rect_at({line.max.x - side, line.centre().y - side / 2}, side, side);
    const Rect back = rect_at({forward.min.x - side - 4, forward.min.y}, side, side);
    if (button(ui, "anatomy/back", back,
               {.icon = Icon::previous,
                .look = ButtonLook::ghost,
                .tip = "back to the number before (Alt+←)",
                .enabled = trail.has_back()})) {
        scene.commands.push_back(GoBack{});
    }
    if (button(ui, "anatomy/forward", forward,
               {.icon = Icon::next, .look = ButtonLook::ghost, .tip = "forward again (Alt+→)", .enabled = trail.has_forward()})) {
        scene.commands.push_back(GoForward{});
    }
}

/// The sentence about a number that is not computed.
std::string origin_words(const State& state, const TensorInfo& info) {
    if (is_written(*state.run, info.path, *state.selection.cell)) return "Written by hand: nothing computes it.";
    if (!state.run->outline().find(info.path)) return "A parameter: nothing computes it, it comes with the model.";
    if (info.role == Role::tokens) return "It comes with the sentences: nothing computes it.";
    return "Drawn at random: which numbers dropout leaves out.";
}

}  // namespace

void draw_anatomy(Ui& ui, Column& column, const InspectorScene& scene) {
    const State& state = scene.state;
    if (!state.selection.cell) return;
    const Rect title = column.row(16, 10);
    section_title(ui, title, state.aspect == Aspect::value ? "WHERE IT COMES FROM" : "WHERE THE VALUE COMES FROM");
    draw_trail(ui, title, scene);
    if (state.aspect == Aspect::gradient) {
        column.paragraph(Font::note, ui.theme.dim, "Choose value or both above to see what the value is made of.", part_gap);
        return;
    }
    const Anatomised number = taken_apart(state);
    if (number.explanation.terms.empty()) {
        column.paragraph(Font::note, ui.theme.dim, origin_words(state, *selected_tensor(state)), part_gap);
        return draw_uses(ui, column, scene);
    }
    Column inner = column.inset(card_side);
    const auto formula = wrapped(ui.fonts, Font::mono, number.explanation.formula, inner.width());
    const float body = number.mask ? mask_height(ui, inner, number) : terms_height(number);
    const Rect card = column.row(14 + formula_line * static_cast<float>(formula.size()) + 6 + body + 8, part_gap);
    ui.fill(card, ui.theme.raised, metrics::radius_large);
    ui.place("anatomy", card);
    inner.gap(9);
    for (const auto& part : formula) inner.line(formula_line, Font::mono, ui.theme.text, part);
    inner.gap(6);
    number.mask ? draw_mask(ui, inner, number, scene) : draw_terms(ui, inner, number, scene);
    draw_uses(ui, column, scene);
}

}  // namespace vitrine
