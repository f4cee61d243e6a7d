#pragma once
/// The map: the paper's figure 1 with this model's layers, on one canvas with any zoom. Far out it shows layers and blocks with
/// small pictures of their outputs; nearer, a block unfolds in place into its operations; nearest, it shows the numbers themselves.

#include "app/panel/panel.h"

namespace vitrine {

void draw_map(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
