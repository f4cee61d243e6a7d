#pragma once
/// The parts of the inspector. Each draws itself into a column from y downwards and returns where the next one begins.

#include <limits>
#include <optional>

#include "app/base/command.h"
#include "app/panel/panel.h"
#include "app/run/term_listing.h"
#include "app/state/state.h"
#include "app/words/masks.h"

namespace vitrine {

struct Column {
    float left, right;
    float width() const { return right - left; }
};

constexpr float part_gap = 16;  ///< between two parts

/// The state, and where what is chosen goes.
struct Desk {
    const State& state;
    Commands& commands;
};

/// The current operation: its name, how many parameters it has, and what it does.
float draw_operation(Ui& ui, const Column& column, float y, const State& state);

/// In a layer: what of it can be switched off.
float draw_switches(Ui& ui, const Column& column, float y, const Desk& desk);

/// Its formula, and the shapes that go in and come out.
float draw_formula(Ui& ui, const Column& column, float y, const State& state);

/// Where the selected cell goes next.
float draw_uses(Ui& ui, const Column& column, float y, const Desk& desk);

/// A number taken apart.
struct Anatomised {
    const State& state;
    Explanation explanation;
    TermListing listing{};
    double largest = -std::numeric_limits<double>::infinity();  ///< of the terms that run over a row
    std::optional<MaskExplanation> mask{};                      ///< where the number is a mask's
};

/// Its terms, what is noted down in between, and the result; terms_height is what they take.
float terms_height(const Anatomised& number);
float draw_terms(Ui& ui, const Column& inner, float y, const Anatomised& number, const Desk& desk);

/// Of a mask's number, instead: the two words and the conditions.
float mask_height(const Ui& ui, const Column& inner, const Anatomised& number);
float draw_mask(Ui& ui, const Column& inner, float y, const Anatomised& number, const Desk& desk);

/// The selected cell taken apart: what it is made of, and where it goes next.
float draw_anatomy(Ui& ui, const Column& column, float y, const Desk& desk);

/// Of a difference of two runs, instead: the selected cell in both, and how much of the tensor has changed.
float draw_change(Ui& ui, const Column& column, float y, const State& state);

/// value | gradient | both, at the right end of a line.
void draw_aspects(Ui& ui, const Column& column, float y, const Desk& desk);
float aspects_width(const Ui& ui);

/// The number in question, what its gradient says where gradients are shown, or how to get a number.
float draw_value(Ui& ui, const Column& column, float y, const Desk& desk);

/// The plane that is shown, its gradient, or one above the other.
float draw_tensor(Ui& ui, const Column& column, float y, const Desk& desk);

/// What is true of all of the selected tensor: every sentence and head, small, where a click shows one large; and its statistics.
float draw_whole_tensor(Ui& ui, const Column& column, float y, const Desk& desk);

}  // namespace vitrine
