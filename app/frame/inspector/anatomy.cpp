#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/frame/inspector/parts.h"
#include "app/state/selection_commands.h"
#include "app/widgets/controls.h"
#include "app/widgets/tensor/term_table.h"
#include "app/words/alterations.h"
#include "app/words/gradients.h"
#include "app/words/shared_keys.h"

namespace vitrine {

namespace {

void list_terms_of(Anatomised& number) {
    number.listing = list_terms(number.explanation, number.state.every_term);
    for (const ExplanationTerm& term : number.explanation.terms) {
        if (term.place >= 0) number.largest = std::max(number.largest, term.value);
    }
}

Anatomised value_apart(const State& state) {
    Anatomised number{state, state.run->anatomy->explain(state.selection.tensor, *state.selection.cell)};
    list_terms_of(number);
    const TensorInfo& info = *selected_tensor(state);
    if (const auto cell = mask_cell(*state.run, info, *state.selection.cell)) number.mask = explain_mask(*state.run, *cell);
    return number;
}

bool same_factor(const CellFactor& a, const CellFactor& b) {
    return a.path == b.path && a.index == b.index && a.gradient == b.gradient && a.made == b.made;
}

/// Removes the factors that all terms share from the terms, unless some term would be left without any.
void take_out_common_factors(Anatomised& number) {
    std::vector<ExplanationTerm>& terms = number.explanation.terms;
    if (terms.size() < 2) return;
    const std::vector<CellFactor> candidates = terms.front().factors;
    for (const CellFactor& candidate : candidates) {
        const auto is_it = [&](const CellFactor& factor) { return same_factor(factor, candidate); };
        const bool everywhere = std::ranges::all_of(terms, [&](const ExplanationTerm& term) {
            return term.factors.size() > 1 && std::ranges::any_of(term.factors, is_it);
        });
        if (candidate.path.empty() || !everywhere) continue;
        number.common.push_back(candidate);
        for (ExplanationTerm& term : terms) term.factors.erase(std::ranges::find_if(term.factors, is_it));
    }
    for (ExplanationTerm& term : terms) {
        term.value = 1;
        for (const CellFactor& factor : term.factors) term.value *= factor.value;
    }
}

Anatomised gradient_apart(const State& state) {
    GradientExplanation found = state.run->gradients->anatomy->explain(state.selection.tensor, *state.selection.cell);
    Anatomised number{state, std::move(found.explanation), std::move(found.uses), true, found.cut};
    take_out_common_factors(number);
    list_terms_of(number);
    return number;
}

/// The buttons that go back and forward through the cells that were looked at.
void draw_trail(Ui& ui, const Rect& line, const InspectorScene& scene) {
    constexpr float side = 22;
    const Trail& trail = scene.state.trail;
    const Rect forward = rect_at({line.max.x - side, line.centre().y - side / 2}, side, side);
    const Rect back = rect_at({forward.min.x - side - 4, forward.min.y}, side, side);
    if (button(ui, "anatomy/back", back,
               {.icon = Icon::previous,
                .look = ButtonLook::ghost,
                .tip = "back to the previous number (Alt+←)",
                .enabled = trail.has_back()})) {
        scene.commands.push_back(GoBack{});
    }
    if (button(ui, "anatomy/forward", forward,
               {.icon = Icon::next, .look = ButtonLook::ghost, .tip = "forward again (Alt+→)", .enabled = trail.has_forward()})) {
        scene.commands.push_back(GoForward{});
    }
}

/// The sentence for a number that is not computed.
std::string origin_words(const State& state, const TensorInfo& info) {
    if (is_written(*state.run, info.path, *state.selection.cell)) return "Set by hand, not computed.";
    if (!state.run->outline().find(info.path)) return "A parameter: it comes with the model and is not computed.";
    if (!state.run->is_transformer()) return "It is given, not computed.";
    if (info.role == Role::tokens) return "It comes with the sentences and is not computed.";
    return "Drawn at random: it says which values dropout sets to 0.";
}

/// The formula above the terms; for a gradient with several uses, one formula for each.
std::vector<std::string> formulas_of(const Anatomised& number) {
    constexpr std::size_t most = 6;
    const Explanation& explanation = number.explanation;
    if (number.uses.size() < 2) return {explanation.formula};
    std::vector<std::string> formulas{explanation.formula + ':'};
    for (std::size_t i = 0; i < std::min(most, number.uses.size()); ++i) formulas.push_back(number.uses[i].formula);
    if (number.uses.size() > most) formulas.push_back(fmt::format("and {} more uses", number.uses.size() - most));
    return formulas;
}

/// "differentiates weights[q,k] = exp(masked[q,k]) / Σ exp(masked[q,j])": the forward formula for a gradient with one use. Empty
/// for a value, and if there are several uses.
std::string differentiated(const Anatomised& number) {
    if (number.uses.size() != 1) return "";
    const TensorInfo& info = *number.state.run->info(number.uses.front().path);
    return "differentiates " + info.dependence->formula;
}

/// The lines of the formulas at this column width.
struct FormulaLines {
    std::string forward;
    std::vector<std::string> formulas;
    std::vector<std::string_view> above{}, lines{};

    FormulaLines(const Ui& ui, const Anatomised& number, float width)
        : forward(differentiated(number)), formulas(formulas_of(number)) {
        if (!forward.empty()) above = wrapped_formula(ui.fonts, Font::mono_small, forward, width);
        for (const std::string& formula : formulas) {
            for (const std::string_view part : wrapped_formula(ui.fonts, Font::mono, formula, width)) lines.push_back(part);
        }
    }
    FormulaLines(const FormulaLines&) = delete;  // the lines point into the formulas
    FormulaLines& operator=(const FormulaLines&) = delete;

    float height() const { return formula_line * static_cast<float>(above.size() + lines.size()); }

    void draw(Ui& ui, Column& inner) const {
        for (const auto& part : above) inner.line(formula_line, Font::mono_small, ui.theme.dim, part);
        for (const auto& part : lines) inner.line(formula_line, Font::mono, ui.theme.text, part);
        inner.gap(6);
    }
};

void draw_card(Ui& ui, Column& column, const Anatomised& number, const InspectorScene& scene) {
    if (const std::string shared = shared_key_words(*scene.state.run, number.explanation); !shared.empty())
        column.paragraph(Font::note, ui.theme.dim, shared, 8);
    Column inner = column.inset(card_side);
    const FormulaLines formula(ui, number, inner.width());
    const float body = number.mask ? mask_height(ui, inner, number) : terms_height(number);
    const Rect card = column.row(14 + formula.height() + 6 + body + 8, part_gap);
    ui.fill(card, ui.theme.raised, metrics::radius_large);
    ui.place(number.is_gradient ? "slope" : "anatomy", card);
    inner.gap(9);
    formula.draw(ui, inner);
    number.mask ? draw_mask(ui, inner, number, scene) : draw_terms(ui, inner, number, scene);
}

void draw_value_apart(Ui& ui, Column& column, const InspectorScene& scene) {
    const Anatomised number = value_apart(scene.state);
    if (number.explanation.terms.empty()) {
        column.paragraph(Font::note, ui.theme.dim, origin_words(scene.state, *selected_tensor(scene.state)), part_gap);
    } else {
        draw_card(ui, column, number, scene);
    }
    draw_uses(ui, column, scene);
}

/// Why a gradient has no terms.
const char* without_gradient(const Anatomised& number) {
    return number.cut ? "Everything computed from it is set by hand or silenced, so it does not influence the loss."
                      : "The loss does not depend on this number.";
}

void draw_gradient_apart(Ui& ui, Column& column, const InspectorScene& scene) {
    const Anatomised number = gradient_apart(scene.state);
    if (number.explanation.terms.empty()) {
        column.paragraph(Font::note, ui.theme.dim, without_gradient(number), part_gap);
    } else {
        draw_card(ui, column, number, scene);
        if (number.cut)
            column.paragraph(Font::note, ui.theme.dim, "Without the numbers computed from it that are set by hand or silenced.",
                             part_gap);
    }
    draw_gradient_uses(ui, column, scene);
}

/// A factor of value × gradient; a click shows it and how it is computed.
void draw_product_factor(Ui& ui, Column& inner, Aspect factor, const InspectorScene& scene) {
    const State& state = scene.state;
    const TensorInfo& info = *selected_tensor(state);
    const Rect line = inner.row(figure_line_height);
    const Interaction does = ui.control(factor == Aspect::value ? "product/value" : "product/gradient", line);
    const std::string label = (factor == Aspect::value ? "" : "× ") + name_of_numbers(factor, info.symbol);
    figure_line(ui, line,
                {label, number_text(*state.run, info, *state.selection.cell, factor),
                 does.hovered ? ui.theme.accent : ui.theme.text, Font::mono});
    if (does.hovered)
        ui.note({factor == Aspect::value ? "click to see how the value is computed" : "click to see how the gradient is computed"});
    if (does.clicked) scene.commands.push_back(SetAspect{factor});
}

void draw_product_apart(Ui& ui, Column& column, const InspectorScene& scene) {
    constexpr float edge = 8;
    const TensorInfo& info = *selected_tensor(scene.state);
    const Rect card = column.row(2 * edge + 2 * figure_line_height + above_result + figure_line_height, part_gap);
    ui.fill(card, ui.theme.raised, metrics::radius_large);
    ui.place("product", card);
    Column inner = column_in(ui, card, card_side, edge);
    draw_product_factor(ui, inner, Aspect::value, scene);
    draw_product_factor(ui, inner, Aspect::gradient, scene);
    draw_result_rule(inner);
    figure_line(ui, inner.row(figure_line_height),
                {"=", number_text(*scene.state.run, info, *scene.state.selection.cell, Aspect::product), ui.theme.accent,
                 Font::mono_strong});
}

/// The title of a part, with buttons back and forward.
void draw_heading(Ui& ui, Column& column, const char* words, const InspectorScene& scene) {
    const Rect title = column.row(16, 10);
    section_title(ui, title, words);
    draw_trail(ui, title, scene);
}

}  // namespace

void draw_printed_anatomy(Ui& ui, Column& column, const InspectorScene& scene) {
    const bool gradient = scene.state.aspect == Aspect::gradient;
    const Anatomised number = gradient ? gradient_apart(scene.state) : value_apart(scene.state);
    if (number.explanation.terms.empty()) {
        const TensorInfo& info = *selected_tensor(scene.state);
        const std::string why = gradient ? without_gradient(number) : origin_words(scene.state, info);
        column.paragraph(Font::label, ui.theme.text,
                         info.symbol + " = " + number_text(*scene.state.run, info, *scene.state.selection.cell, scene.state.aspect),
                         4);
        column.paragraph(Font::label, ui.theme.dim, why, 0);
        return;
    }
    FormulaLines(ui, number, column.width()).draw(ui, column);
    number.mask ? draw_mask(ui, column, number, scene) : draw_terms(ui, column, number, scene);
}

void draw_anatomy(Ui& ui, Column& column, const InspectorScene& scene) {
    const State& state = scene.state;
    if (!state.selection.cell) return;
    const bool has_gradient = find_gradient(*state.run, state.selection.tensor).present();
    switch (shown_aspect(state, *selected_tensor(state))) {
        case Aspect::value:
            draw_heading(ui, column, "HOW THIS NUMBER IS COMPUTED", scene);
            return draw_value_apart(ui, column, scene);
        case Aspect::gradient:
            if (!has_gradient) return;
            draw_heading(ui, column, "HOW THIS GRADIENT IS COMPUTED", scene);
            return draw_gradient_apart(ui, column, scene);
        case Aspect::product:
            if (!has_gradient) return;
            draw_heading(ui, column, "THE TWO FACTORS", scene);
            return draw_product_apart(ui, column, scene);
        case Aspect::both:
            draw_heading(ui, column, "HOW THE VALUE IS COMPUTED", scene);
            draw_value_apart(ui, column, scene);
            if (!has_gradient) return;
            section_title(ui, column.row(16, 10), "HOW THIS GRADIENT IS COMPUTED");
            return draw_gradient_apart(ui, column, scene);
    }
}

}  // namespace vitrine
