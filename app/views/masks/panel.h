#pragma once
/// The masks view: what hides whom, how it comes about, what it does to the numbers, and whether it holds.

#include "app/panel/panel.h"

namespace vitrine {

/// The masks there are, and where they are used.
void draw_mask_list(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// One mask as a thing: what it is made of, whom it serves, and what it does to one row of scores. Where there is no column to its
/// right, the leak test comes below.
void draw_masks(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// A word is changed that others may not see: what moves?
void draw_leak_test(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
