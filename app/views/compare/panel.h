#pragma once
/// The view that holds two runs beside each other, and the strip that every view has while one is pinned.

#include "app/base/command.h"
#include "app/panel/panel.h"
#include "app/state/state.h"

namespace vitrine {

/// A | B | difference, and what they are.
void draw_compare_strip(Ui& ui, const Rect& area, const State& state, Commands& commands);
float compare_strip_height(const Ui& ui, float width, const State& state);

/// What A and B are, what differs first, and all tensors by how much they changed.
void draw_compare_list(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// The selected tensor in both, and what both predict.
void draw_compare(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
