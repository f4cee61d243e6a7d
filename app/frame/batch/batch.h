#pragma once
/// The sentences the model runs on: which one is looked at, and its tokens.

#include "app/base/command.h"
#include "app/panel/panel.h"
#include "app/state/state.h"

namespace vitrine {

void draw_batch(Ui& ui, const Rect& area, const State& state, Commands& commands);
float batch_height(const Ui& ui, float width, const State& state);

}  // namespace vitrine
