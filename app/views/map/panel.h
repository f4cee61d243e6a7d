#pragma once
/// The map: the paper's figure 1 with this model's own layers, on one canvas that can be looked at from any distance. Far out,
/// layers and blocks with what they compute, small; nearer, a block unfolds in place into its operations; nearest, the numbers
/// themselves.

#include "app/panel/panel.h"

namespace vitrine {

void draw_map(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
