#pragma once
/// The tokens view: how a text becomes tokens, merge by merge.

#include "app/panel/panel.h"

namespace vitrine {

/// The tokenizer, and its steps.
void draw_token_choices(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// A text, its pieces, the bytes of one piece, their merges one below the other, and the tokens of the text.
void draw_tokens(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
