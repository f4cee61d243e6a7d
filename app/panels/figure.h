#pragma once
/// The paper's figure 1 with this model's own layers, and in every box a live thumbnail of each tensor it computes.

#include "app/panels/panel.h"

namespace vitrine {

void draw_figure(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
