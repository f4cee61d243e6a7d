#pragma once
/// The parts of the glossary's page on one term. Each draws itself into the column, below the previous part.

#include "app/panel/panel.h"
#include "app/words/glossary.h"

namespace vitrine {

/// Draws the term's text. Other terms in it are links.
void draw_term_text(Ui& ui, Column& column, const Term& term, const State& state, Commands& commands);

/// Draws the lessons about the term, and the views about it.
void draw_term_lessons(Ui& ui, Column& column, const Term& term, const State& state, Commands& commands);
void draw_term_views(Ui& ui, Column& column, const Term& term, const State& state, Commands& commands);

/// Draws the tensors and steps of the open run that the term names.
void draw_term_in_run(Ui& ui, Column& column, const Term& term, const State& state, Commands& commands);

}  // namespace vitrine
