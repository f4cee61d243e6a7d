#pragma once
/// The drop-down of samples.

#include "app/base/command.h"
#include "app/panel/panel.h"
#include "app/state/state.h"

namespace vitrine {

void draw_samples(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
