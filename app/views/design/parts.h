#pragma once
/// The parts of the Design view. Each draws itself into the column, below the previous part.

#include "app/panel/panel.h"
#include "app/views/design/state.h"

namespace vitrine {

/// The number and the tensor in which the explained choice shows, on and off. `height`: of a picture.
void draw_design_pictures(Ui& ui, Column& column, float height, const State& state, Commands& commands);

/// Draws what the gradient says about the explained choice, and how to get there. Draws nothing if the choice is not about
/// gradients.
void draw_design_backward(Ui& ui, Column& column, const State& state, Commands& commands);

/// The loss, and every prediction for the selected sentence, of both runs.
void draw_design_effect(Ui& ui, Column& column, const State& state);

/// Draws the choices that make another model, and the seed of its weights.
void draw_variant_choices(Ui& ui, Column& column, const State& state, Commands& commands);

}  // namespace vitrine
