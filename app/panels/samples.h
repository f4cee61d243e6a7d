#pragma once
/// The drop-down of samples.

#include "app/panels/panel.h"

namespace vitrine {

void draw_samples(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
