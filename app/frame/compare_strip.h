#pragma once
/// The strip that every view has while a run is pinned.

#include "app/panel/panel.h"

namespace vitrine {

/// A | B | difference, and what they are.
void draw_compare_strip(Ui& ui, const Rect& area, const State& state, Commands& commands);
float compare_strip_height(const Ui& ui, float width, const State& state);

}  // namespace vitrine
