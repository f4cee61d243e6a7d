#pragma once
/// The column of a lesson beside the running program, and the spotlight on what it is about.

#include "app/panel/panel.h"

namespace vitrine {

/// The width of the column in a window of this width; 0: neither a lesson nor the list of lessons is open.
float lesson_width(const State& state, float window_width);

/// The open lesson, or the list of all.
void draw_lesson(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// Dims the program except what the lesson points at, and draws rings around that. `area`: the whole window.
void draw_spotlight(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// A ring around the pointer, for presentations.
void draw_halo(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
