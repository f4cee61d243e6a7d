#pragma once
/// The view that holds two runs beside each other.

#include "app/panel/panel.h"

namespace vitrine {

/// What A and B are, what differs first, and all tensors by how much they changed.
void draw_compare_list(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// The selected tensor in both, and what both predict.
void draw_compare(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
