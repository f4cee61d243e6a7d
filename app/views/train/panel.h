#pragma once
/// The left column while a model is taught: the task, what drives the training, how far it is, and everything that can be chosen.

#include "app/panel/panel.h"

namespace vitrine {

void draw_train(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
