#pragma once
/// The bar along the lowest edge that says where attention is computed, there as soon as a graphics card has computed one, or was
/// asked to.

#include "app/base/command.h"
#include "app/panel/panel.h"
#include "app/state/state.h"

namespace vitrine {

void draw_status(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// 0 where there is nothing to say.
float status_height(const Ui& ui, float width, const State& state);

}  // namespace vitrine
