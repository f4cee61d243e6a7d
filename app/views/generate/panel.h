#pragma once
/// The decoding view: how a sentence is generated word by word.

#include "app/panel/panel.h"

namespace vitrine {

/// How the next word is chosen, and the resulting sentences.
void draw_generate_choices(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// The tree of considered words; below it the candidates after the shown word, the cross-attention of the words, and the cache of
/// keys and values.
void draw_generate(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
