#pragma once
/// The view of decoding: how a sentence comes about word by word.

#include "app/panel/panel.h"

namespace vitrine {

/// How the next word is chosen, and the sentences that came of it.
void draw_generate_choices(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// Every word that was considered, as a tree; below it what may follow the one that is looked at, where the words looked in the
/// source, and what is kept of them.
void draw_generate(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
