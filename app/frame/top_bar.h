#pragma once
/// The program's name, which model is open, and how everything looks.

#include "app/base/command.h"
#include "app/panel/panel.h"
#include "app/state/state.h"

namespace vitrine {

void draw_top_bar(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
