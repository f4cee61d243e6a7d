#pragma once
/// The choice between a tensor's values, its gradient, both, and value × gradient.

#include "app/panel/panel.h"

namespace vitrine {

/// value | gradient | both | v × g. `end`: its upper right corner.
void draw_aspect_choice(Ui& ui, ImVec2 end, const State& state, Commands& commands);
float aspect_choice_width(const Ui& ui);

/// Names in large letters, on a line of its own, the numbers that a view shows, unless they are values: "gradient of the loss".
/// `name`: its anchor.
void draw_aspect_title(Ui& ui, Column& column, const char* name, const Run& run, Aspect aspect);

}  // namespace vitrine
