#pragma once
/// The pages over the window: keys, transcript of the current step, export, import, about, and what would be lost by closing the
/// window.

#include "app/panel/panel.h"

namespace vitrine {

void draw_pages(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
