#pragma once
/// The panels around every view. Each draws itself into `area`.

#include <span>

#include "app/panel/panel.h"

namespace vitrine {

/// The panels before and after the view's own, in the order of drawing, which is also the order of Tab.
std::span<const Panel> panels_before_view();
std::span<const Panel> panels_after_view();

/// The bar at the top: the open model, the tabs of the views, scale, theme and the menu button.
void draw_top_bar(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// The drop-down of samples.
void draw_samples(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// The list under More: the views that have no tab, and the kept tabs, which can be put back there.
void draw_more(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// While a run is pinned: A | B | difference, and the names of both runs.
void draw_compare_strip(Ui& ui, const Rect& area, const State& state, Commands& commands);
float compare_strip_height(const Ui& ui, float width, const State& state);

/// While the batch contains a sentence from Generate: says which one, with a button that restores the batch.
void draw_generated_strip(Ui& ui, const Rect& area, const State& state, Commands& commands);
float generated_strip_height(const Ui& ui, float width, const State& state);

/// The outline of the run: every operation in the order of execution.
void draw_operations(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// Stepping through the run: buttons, play, speed, and a bar to scrub along.
void draw_transport(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// The bar along the lower edge about where attention is computed. Its height is 0 until a graphics card has computed attention
/// or has been asked to.
void draw_status(Ui& ui, const Rect& area, const State& state, Commands& commands);
float status_height(const Ui& ui, float width, const State& state);

/// The open menu: the titles of all menus side by side, the entries of the open one, and a line about the entry under the pointer
/// or the focus ring.
void draw_menus(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// The command palette: a line to type into, and the actions found.
void draw_palette(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// Instead of a view that has nothing to show for the run: the sentence that says why.
void draw_lacking(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// The last error, in one line, until it is dismissed.
void draw_message(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
