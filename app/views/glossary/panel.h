#pragma once
/// The glossary: what a term of the paper means, and where it appears.

#include "app/panel/panel.h"

namespace vitrine {

/// The left column: a search, and the terms it finds.
void draw_terms(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// One term: its text, the views about it, and its places in the open run.
void draw_glossary(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
