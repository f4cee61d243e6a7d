#pragma once
/// The parts of the page, one per file. Each draws itself into the column, below the previous part.

#include "app/importing/state.h"
#include "app/panel/panel.h"

namespace vitrine {

/// Lines of text, of which one that cannot be broken is shortened.
void say_lines(Column& column, Colour colour, const std::string& text, float below = 0);

struct ImportFieldLook {
    const char* caption;  ///< in capitals
    const char* placeholder;
};

/// A path that can be typed, with the names it may go on with, and what is wrong with it.
void draw_path_field(Column& column, const std::string& field, const ImportFieldLook& look, const State& state, Commands& commands);

/// An id that can be typed.
void draw_answer_field(Column& column, ImportQuestion question, const State& state, Commands& commands);

/// What names and shapes do not tell, with how each was answered.
void draw_import_questions(Column& column, const State& state, Commands& commands);

/// Why the batch cannot be read, and why the reference cannot be used.
void draw_batch_problem(Column& column, const State& state);
void draw_reference_problem(Column& column, const State& state);

/// The search for answers, and its verdict.
void draw_search(Column& column, const State& state, Commands& commands);

/// The folder, and the button that writes it.
void draw_import_folder(Column& column, const State& state, Commands& commands);

/// Every parameter with what it is made of, and what is left of the file.
void draw_import_table(Column& column, const State& state, Commands& commands);

/// The anchor of a piece in the table.
std::string piece_anchor(const std::string& parameter, std::size_t place);

/// Below a piece: what else it could be made of.
void draw_candidates(Column& column, const ImportRow& row, std::size_t place, const State& state, Commands& commands);

}  // namespace vitrine
