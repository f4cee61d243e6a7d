#pragma once
/// The drop-down that is open, above everything.

#include "app/panels/panel.h"

namespace vitrine {

void draw_menu(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
