#pragma once
/// The parts of the column. Each draws itself into the column, below the previous part.

#include "app/lesson/state.h"
#include "app/panel/panel.h"

namespace vitrine {

/// The list of all lessons: what each is about, and where the user was.
void draw_course(Ui& ui, Column& column, const State& state, Commands& commands);

/// The step: what is said, asked and answered.
void draw_step(Ui& ui, Column& column, const State& state, Commands& commands);

/// The question with its answers, and what is said to the answer.
void draw_question(Ui& ui, Column& column, const State& state, Commands& commands);

/// A table of shares to be painted; beside it, once it is judged, the computed one.
void draw_painting(Ui& ui, Column& column, const State& state, Commands& commands);

/// What is being recorded.
void draw_recording(Ui& ui, Column& column, const State& state, Commands& commands);

/// After the last step: the next lesson, and the way back.
void draw_lesson_end(Ui& ui, Column& column, const State& state, Commands& commands);

/// A paragraph as a lesson says it; one in backquotes is an equation.
void say(Column& column, Colour colour, std::string_view text, float below = 12);

/// Where a place is on the screen; empty where it cannot be seen.
Rect pointed_area(const FrameRecord& record, const PointedPlace& place);

/// The cells of a tensor's picture that an index with free places stands for, as far as the picture is seen; the whole picture
/// where it shows another slice. Requires: the anchor has cells.
Rect cells_of(const Anchor& anchor, const std::vector<std::optional<Size>>& index);

/// In a narrow window: opens the sheet that has what the step points at, scrolls there, and notes what is left out of sight.
void seek_pointed(const Ui& ui, const State& state, Commands& commands);

/// Rectangles that cover an area but for some holes.
std::vector<Rect> around(const Rect& area, const std::vector<Rect>& holes);

}  // namespace vitrine
