#pragma once
/// The parts of the inspector. Each draws itself into the column, below the previous part.

#include <limits>
#include <optional>
#include <string>

#include "app/panel/panel.h"
#include "app/words/masks.h"
#include "app/words/term_listing.h"

namespace vitrine {

constexpr float part_gap = 16;      ///< between two parts
constexpr float card_side = 12;     ///< between a card's edge and its content
constexpr float formula_line = 18;  ///< the height of a formula's line
constexpr float above_result = 12;  ///< the space above an explanation's result, including the rule

/// What the inspector draws, and where its commands go.
struct InspectorScene {
    const State& state;
    Commands& commands;
    bool printed = false;  ///< it is printed: nothing can be clicked, and no marks suggest that
};

/// Handles a click on a link to another tensor or number: selects it, and the map goes there.
void lead_to(const InspectorScene& scene, Command selects);

/// The current operation: its name, its number of parameters, and what it does.
void draw_operation(Ui& ui, Column& column, const State& state);

/// In the backward pass: the gradient's norm along the residual stream, as bars, and what was found in the gradients. Draws
/// nothing in the forward pass.
void draw_backward_pass(Ui& ui, Column& column, const InspectorScene& scene);

/// For the update: what it is, and the parameters that it changes most.
void draw_update(Ui& ui, Column& column, const InspectorScene& scene);

/// The update of the selected weight as arithmetic. Draws nothing if no weight is selected.
void draw_updated_cell(Ui& ui, Column& column, const InspectorScene& scene);

/// In a layer: switches for its sublayers, residuals and the layer.
void draw_switches(Ui& ui, Column& column, const InspectorScene& scene);

/// A text in a card: a formula in large letters, what it is about in small ones.
struct CardText {
    std::string text;
    bool small = false;
    float above = 0;  ///< the space above it
};
void draw_text_card(Ui& ui, Column& column, const std::vector<CardText>& texts);

/// The formula of the selected tensor, or of the step that uses it if nothing computes it, with a title that says which of the two
/// it is. A step that fills several tensors has one formula for all of them, with the shapes of its result.
struct ShownFormula {
    const char* title;
    std::string formula, shapes;
};
ShownFormula shown_formula(const State& state);

/// That formula or, if gradients are shown, the formula of its gradient.
void draw_formula(Ui& ui, Column& column, const State& state);

/// The cells that are computed from the selected cell.
void draw_uses(Ui& ui, Column& column, const InspectorScene& scene);

/// The cells whose gradients are computed from the gradient of the selected cell.
void draw_gradient_uses(Ui& ui, Column& column, const InspectorScene& scene);

/// A number or a gradient, and its explanation.
struct Anatomised {
    const State& state;
    Explanation explanation;
    std::vector<GradientUse> uses{};  ///< of a gradient
    bool is_gradient = false;
    bool cut = false;                  ///< for a gradient: the terms of numbers that were set by hand, though computed from the
                                       ///< cell, are left out
    std::vector<CellFactor> common{};  ///< factors that all terms of a gradient share, which are left out of the terms here
    TermListing listing{};
    double largest = -std::numeric_limits<double>::infinity();  ///< the largest of the terms that run over a row
    std::optional<MaskExplanation> mask{};                      ///< if the number is a cell of a mask

    /// The name of a control in its card: "anatomy/fold", "slope/fold".
    std::string control(const std::string& name) const { return (is_gradient ? "slope/" : "anatomy/") + name; }
};

/// The rule between the terms of a number and the number, as high as above_result.
void draw_result_rule(Column& inner);

/// The terms, the intermediate results and the result; terms_height() is their height.
float terms_height(const Anatomised& number);
void draw_terms(Ui& ui, Column& inner, const Anatomised& number, const InspectorScene& scene);

/// The same for a cell of a mask: the two words and the conditions.
float mask_height(const Ui& ui, const Column& inner, const Anatomised& number);
void draw_mask(Ui& ui, Column& inner, const Anatomised& number, const InspectorScene& scene);

/// The explanation of the selected cell, of its gradient, or of both, each followed by the cells that are computed from it.
void draw_anatomy(Ui& ui, Column& column, const InspectorScene& scene);

/// Only the explanation, without a card around it and without the cells that are computed from it.
void draw_printed_anatomy(Ui& ui, Column& column, const InspectorScene& scene);

/// The same for a difference of two runs: the selected cell in both, and how much the tensor has changed.
void draw_change(Ui& ui, Column& column, const State& state);

/// The selected number, the meaning of its gradient if gradients are shown, or a hint how to select a number.
void draw_value(Ui& ui, Column& column, const InspectorScene& scene);

/// The shown plane, its gradient, or both, one above the other.
void draw_tensor(Ui& ui, Column& column, const InspectorScene& scene);

/// The whole selected tensor: every sentence and head as a small picture, which a click shows large; and its statistics.
void draw_whole_tensor(Ui& ui, Column& column, const InspectorScene& scene);

}  // namespace vitrine
