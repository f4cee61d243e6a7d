#pragma once
/// The pages that lie over the window: the keys, the transcript of the current step, what the program is.

#include "app/panel/panel.h"

namespace vitrine {

void draw_pages(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
