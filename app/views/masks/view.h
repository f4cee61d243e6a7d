#pragma once
/// The masks view: which tokens are hidden from which, how a mask is made, what it does to the numbers, and whether it leaks.

#include "app/base/module.h"
#include "app/panel/panel.h"

namespace vitrine {

/// The record of the view, as app/base/module.h describes it; the rest are parts of it.
extern const Module masks_module;

/// Adds "masks" to what scripts and tests see.
void describe_masks(const State& state, nlohmann::ordered_json& json);

/// Draws the list of masks, and where they are used.
void draw_mask_list(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// Draws one mask: its parts, where it is used, and its effect on one row of scores. Without a right column, also the leak test.
void draw_masks(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// Draws the leak test: a word that others must not see is changed, and the result shows which numbers change.
void draw_leak_test(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
