#pragma once
/// The tensors view: one tensor along any of its axes, and the list of all tensors.

#include "app/panel/panel.h"

namespace vitrine {

/// The left column: a search, and the tensors it finds.
void draw_tensors_list(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// The centre: the axes of the selected tensor, its picture, its statistics, and the tensors pinned beside it.
void draw_tensors(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
