#pragma once
/// The design bench: the paper's choices, taken back one by one, and what that does to what the model says.

#include "app/panel/panel.h"

namespace vitrine {

/// The choices as switches.
void draw_design_list(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// One choice explained, and what all that is taken back does to the sentence that is looked at. Where there is no column to its
/// right, the choices that make another model come below.
void draw_design(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// The choices that make another model.
void draw_design_model(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
