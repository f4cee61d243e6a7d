#pragma once
/// The left column of the train view: the task, the buttons, the progress, and all options.

#include "app/panel/panel.h"

namespace vitrine {

void draw_train(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
