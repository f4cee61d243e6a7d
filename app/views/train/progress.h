#pragma once
/// The progress of a training: its curves, and the model's current predictions.

#include "app/panel/panel.h"

namespace vitrine {

void draw_progress(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
