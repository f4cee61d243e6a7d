#pragma once
/// The column of a lesson beside the running program, and the spotlight on what it is about.

#include "app/panel/panel.h"

namespace vitrine {

/// Whether a lesson, the list of lessons or a recording is open.
bool shows_lesson(const State& state);

/// The width of the column in a window of this width; 0: there is none, since nothing is open or the lesson is told over the whole
/// window.
float lesson_width(const State& state, float window_width);

/// The open lesson, or the list of all. `area`: the column, the sheet of a narrow window, or the bar of a told lesson.
void draw_lesson(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// Dims the program except what the lesson points at, and draws rings around that. `area`: the whole window.
void draw_spotlight(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// A ring around the pointer, for presentations.
void draw_halo(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
