#pragma once
/// Stepping through the run: buttons, play, speed, and a bar to scrub along.

#include "app/base/command.h"
#include "app/panel/panel.h"
#include "app/state/state.h"

namespace vitrine {

void draw_transport(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
