#pragma once
/// The view Compare: two runs side by side.

#include "app/base/module.h"
#include "app/panel/panel.h"

namespace vitrine {

/// The record of the view, as app/base/module.h describes it; the rest are parts of it.
extern const Module compare_module;

/// Draws the names of A and B, the first difference, and all tensors, ranked by how much they changed.
void draw_compare_list(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// Draws the selected tensor in both runs, and the predictions of both.
void draw_compare(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
