#pragma once
/// The parts of the glossary's page on one term. Each draws itself into the column, from its y downwards.

#include "app/panel/panel.h"
#include "app/words/glossary.h"

namespace vitrine {

/// The sentences of the term; other terms in them lead there.
void draw_term_text(Ui& ui, Column& column, const Term& term, const State& state, Commands& commands);

/// The views that are about the term.
void draw_term_views(Ui& ui, Column& column, const Term& term, const State& state, Commands& commands);

/// The tensors and steps of the open run that go by its name.
void draw_term_in_run(Ui& ui, Column& column, const Term& term, const State& state, Commands& commands);

}  // namespace vitrine
