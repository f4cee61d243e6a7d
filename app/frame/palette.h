#pragma once
/// The command palette: a line to type into, and what that finds.

#include "app/base/command.h"
#include "app/panel/panel.h"
#include "app/state/state.h"

namespace vitrine {

void draw_palette(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
