#pragma once
/// The parts of the design bench. Each draws itself into the column, below the previous part.

#include "app/panel/panel.h"
#include "app/views/design/state.h"

namespace vitrine {

/// Draws the number and the tensor that show the explained choice, before and after. `height`: of a picture.
void draw_design_pictures(Ui& ui, Column& column, float height, const State& state, Commands& commands);

/// Draws what the gradient says about the explained choice, and how to get there. Draws nothing if the choice is not about
/// gradients.
void draw_design_way_back(Ui& ui, Column& column, const State& state, Commands& commands);

/// Draws the changed choices, the loss, and every prediction of the sentence before and after.
void draw_design_effect(Ui& ui, Column& column, const State& state);

/// Draws the choices that make another model, and the seed of its weights.
void draw_variant_choices(Ui& ui, Column& column, const State& state, Commands& commands);

}  // namespace vitrine
