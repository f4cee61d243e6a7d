#pragma once
/// The design bench: the paper's choices, taken back one by one, and the effect on the predictions.

#include "app/panel/panel.h"

namespace vitrine {

/// The choices as switches.
void draw_design_list(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// One choice explained, and the effect of all choices taken back on the shown sentence. Without a right column, also the contents
/// of draw_design_model().
void draw_design(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// The choices that make another model.
void draw_design_model(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
