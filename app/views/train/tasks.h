#pragma once
/// The drop-down of tasks a model can be taught.

#include "app/panel/panel.h"

namespace vitrine {

void draw_tasks(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
