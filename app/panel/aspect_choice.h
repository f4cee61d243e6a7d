#pragma once
/// The choice between a tensor's values, its gradient, both, and value × gradient.

#include "app/panel/panel.h"

namespace vitrine {

/// A button that names what is shown and opens the list. `end`: its upper right corner.
void draw_aspect_choice(Ui& ui, ImVec2 end, const State& state, Commands& commands);
float aspect_choice_width(const Ui& ui);

/// The list, while it is open: value, gradient, both, value × gradient, each with what it says.
void draw_aspect_list(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// Names in large letters, on a line of its own, the numbers that a view shows, unless they are values: "gradient of the loss".
/// `name`: its anchor.
void draw_aspect_title(Ui& ui, Column& column, const char* name, const Run& run, Aspect aspect);

}  // namespace vitrine
