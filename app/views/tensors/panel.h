#pragma once
/// The tensors view: one tensor along any of its axes, and the list of all of them.

#include "app/panel/panel.h"

namespace vitrine {

/// The left column: a search, and the tensors it finds.
void draw_tensors_list(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// The centre: how the selected tensor is laid out, its picture, what is true of all of it, and what is pinned beside it.
void draw_tensors(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
