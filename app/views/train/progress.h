#pragma once
/// How a training goes: its curves, and what the model says by now.

#include "app/panel/panel.h"

namespace vitrine {

void draw_progress(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
