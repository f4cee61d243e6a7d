#pragma once
/// The inspector: the current operation in words, and the selected tensor large.

#include "app/panel/panel.h"

namespace vitrine {

void draw_inspector(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
