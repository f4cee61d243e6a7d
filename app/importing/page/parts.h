#pragma once
/// The parts of the page, one per file. Each draws itself into the column, below the previous part.

#include "app/importing/state.h"
#include "app/panel/panel.h"

namespace vitrine {

/// Draws lines of text. A line that cannot be broken is shortened.
void say_lines(Column& column, Colour colour, const std::string& text, float below = 0);

struct ImportFieldLook {
    const char* caption;  ///< in capitals
    const char* placeholder;
};

/// Draws a field for a path, with completions and what is wrong with the path.
void draw_path_field(Column& column, const std::string& field, const ImportFieldLook& look, const State& state, Commands& commands);

/// Draws a field for an id.
void draw_answer_field(Column& column, ImportQuestion question, const State& state, Commands& commands);

/// Draws the questions that names and shapes leave open, and how each was answered.
void draw_import_questions(Column& column, const State& state, Commands& commands);

/// Draw why the batch cannot be read, and why the reference cannot be used.
void draw_batch_problem(Column& column, const State& state);
void draw_reference_problem(Column& column, const State& state);

/// Draws the search for answers and its result.
void draw_search(Column& column, const State& state, Commands& commands);

/// Draws the folder to write and the button for it.
void draw_import_folder(Column& column, const State& state, Commands& commands);

/// Draws every parameter with what it is made of, and the tensors of the file that are left over.
void draw_import_table(Column& column, const State& state, Commands& commands);

/// The anchor of a piece in the table.
std::string piece_anchor(const std::string& parameter, std::size_t place);

/// Draws the alternatives for a piece, below it.
void draw_candidates(Column& column, const ImportRow& row, std::size_t place, const State& state, Commands& commands);

}  // namespace vitrine
