#pragma once
/// The view of tokens: how a text becomes tokens, merge by merge.

#include "app/panel/panel.h"

namespace vitrine {

/// Which tokenizer it is, and what it does with a text.
void draw_token_choices(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// A text, its pieces, the bytes of one of them, their merges one below the other, and the tokens of all of it.
void draw_tokens(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
