#pragma once
/// Below the selected cell, once another number is typed into it: the field, and why a text is none.

#include "app/base/command.h"
#include "app/panel/panel.h"
#include "app/state/state.h"

namespace vitrine {

void draw_cell_field(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
