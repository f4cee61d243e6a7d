#pragma once
/// The column of a lesson beside the living program, and the light on what it means.

#include "app/panel/panel.h"

namespace vitrine {

/// How wide the column is in a window of this width; 0: no lesson is open, and no list of them.
float lesson_width(const State& state, float window_width);

/// The open lesson, or the list of all.
void draw_lesson(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// Dims the program but for what the lesson points at, and draws rings around that. `area`: the whole window.
void draw_spotlight(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// A ring around the pointer, before a hall.
void draw_halo(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// The first page, while it is open.
void draw_start(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
