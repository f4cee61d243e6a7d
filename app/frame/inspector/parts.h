#pragma once
/// The parts of the inspector. Each draws itself into the column, one below the other.

#include <limits>
#include <optional>

#include "app/panel/panel.h"
#include "app/run/term_listing.h"
#include "app/words/masks.h"

namespace vitrine {

constexpr float part_gap = 16;      ///< between two parts
constexpr float card_side = 12;     ///< between a card's edge and what is in it
constexpr float formula_line = 18;  ///< the height of one
constexpr float above_result = 12;  ///< of a number taken apart, with the rule

/// What the inspector draws from, and where its commands go.
struct InspectorScene {
    const State& state;
    Commands& commands;
};

/// The current operation: its name, how many parameters it has, and what it does.
void draw_operation(Ui& ui, Column& column, const State& state);

/// In a layer: what of it can be switched off.
void draw_switches(Ui& ui, Column& column, const InspectorScene& scene);

/// Its formula, and the shapes that go in and come out.
void draw_formula(Ui& ui, Column& column, const State& state);

/// Where the selected cell goes next.
void draw_uses(Ui& ui, Column& column, const InspectorScene& scene);

/// A number taken apart.
struct Anatomised {
    const State& state;
    Explanation explanation;
    TermListing listing{};
    double largest = -std::numeric_limits<double>::infinity();  ///< of the terms that run over a row
    std::optional<MaskExplanation> mask{};                      ///< where the number is a mask's
};

/// The rule between what a number is made of and the number, as high as above_result.
void draw_result_rule(Column& inner);

/// Its terms, what is noted down in between, and the result; terms_height is what they take.
float terms_height(const Anatomised& number);
void draw_terms(Ui& ui, Column& inner, const Anatomised& number, const InspectorScene& scene);

/// Of a mask's number, instead: the two words and the conditions.
float mask_height(const Ui& ui, const Column& inner, const Anatomised& number);
void draw_mask(Ui& ui, Column& inner, const Anatomised& number, const InspectorScene& scene);

/// The selected cell taken apart: what it is made of, and where it goes next.
void draw_anatomy(Ui& ui, Column& column, const InspectorScene& scene);

/// Of a difference of two runs, instead: the selected cell in both, and how much of the tensor has changed.
void draw_change(Ui& ui, Column& column, const State& state);

/// value | gradient | both; `end` is the upper right corner.
void draw_aspects(Ui& ui, ImVec2 end, const InspectorScene& scene);
float aspects_width(const Ui& ui);

/// The number in question, what its gradient says where gradients are shown, or how to get a number.
void draw_value(Ui& ui, Column& column, const InspectorScene& scene);

/// The plane that is shown, its gradient, or one above the other.
void draw_tensor(Ui& ui, Column& column, const InspectorScene& scene);

/// What is true of all of the selected tensor: every sentence and head, small, where a click shows one large; and its statistics.
void draw_whole_tensor(Ui& ui, Column& column, const InspectorScene& scene);

}  // namespace vitrine
