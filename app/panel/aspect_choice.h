#pragma once
/// The choice between a tensor's values, its gradient, both, and value × gradient.

#include "app/panel/panel.h"

namespace vitrine {

/// value | gradient | both | v × g. `end`: its upper right corner.
void draw_aspect_choice(Ui& ui, ImVec2 end, const State& state, Commands& commands);
float aspect_choice_width(const Ui& ui);

}  // namespace vitrine
