#pragma once
/// The parts of the column. Each draws itself into the column, below the previous part.

#include "app/lesson/state.h"
#include "app/panel/panel.h"

namespace vitrine {

/// The list of all lessons: what each is about, and how far the user has got.
void draw_course(Ui& ui, Column& column, const State& state, Commands& commands);

/// The step: what is said, asked and answered.
void draw_step(Ui& ui, Column& column, const State& state, Commands& commands);

/// The question with its answers, and the reply to the answer.
void draw_question(Ui& ui, Column& column, const State& state, Commands& commands);

/// A table of weights to be painted; after it was judged, the computed table is beside it.
void draw_painting(Ui& ui, Column& column, const State& state, Commands& commands);

/// The recording in progress.
void draw_recording(Ui& ui, Column& column, const State& state, Commands& commands);

/// After the last step: the next lesson, and a button to go back.
void draw_lesson_end(Ui& ui, Column& column, const State& state, Commands& commands);

/// What a told lesson says in large letters, with the rows that it shows; and the height that this takes. Requires: the page has
/// been read.
void draw_told(Ui& ui, Column& column, const State& state);
float told_height(const Ui& ui, float width, const State& state);

/// The same as a card in the room, beside the rings and with lines to them. Returns the card's area.
Rect draw_caption(Ui& ui, const Rect& room, const std::vector<Rect>& rings, const State& state);

/// The row of the step before, on its way to a ring. Requires: it is moving, and the step has a row.
void draw_moving_row(Ui& ui, const Rect& ring, const State& state);

/// The bar of a told lesson: its buttons, the step's title, and the progress.
void draw_told_bar(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// A dash for every step; those of steps that were read are brighter. A click leads to the step.
void draw_dashes(Ui& ui, Column& column, const LessonState& lesson, Commands& commands);

/// A row of a tensor as a strip of cells, behind the word that the row belongs to. Nothing if the shown run lacks the row.
void draw_row_strip(Ui& ui, const Rect& area, const State& state, const PointedPlace& row);
constexpr float row_strip_height = 26;

/// The rows of the step: the one that is written out, each number below the word that it is about, or of a long row only the
/// largest numbers; and the one that is on its way. `above`, `below`: the space around each. Requires: the page has been read.
void draw_rows(Ui& ui, Column& column, const State& state, float above, float below);
float rows_height(const Ui& ui, float width, const State& state, float above);

/// A paragraph of a lesson; a paragraph in backquotes is an equation.
void say(Column& column, Colour colour, std::string_view text, float below = 12);

/// Where a place is on the screen; empty if it is not visible.
Rect pointed_area(const FrameRecord& record, const PointedPlace& place);

/// The cells in a tensor's picture that an index with free entries stands for, as far as they are visible; the whole picture if
/// it shows another slice. Requires: the anchor has cells.
Rect cells_of(const Anchor& anchor, const std::vector<std::optional<Size>>& index);

/// In a narrow window: opens the sheet that contains what the step points at, scrolls there, and notes what remains out of sight.
void seek_pointed(const Ui& ui, const State& state, Commands& commands);

/// Rectangles that cover an area except for some holes.
std::vector<Rect> around(const Rect& area, const std::vector<Rect>& holes);

}  // namespace vitrine
