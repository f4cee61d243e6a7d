#pragma once
/// The sentences the model runs on, and the fields that edit them.

#include "app/panel/panel.h"

namespace vitrine {

/// The sentence that is shown, and its tokens.
void draw_batch(Ui& ui, const Rect& area, const State& state, Commands& commands);
float batch_height(const Ui& ui, float width, const State& state);

/// Below the selected cell, once another number is typed into it: the field, and why a text is no number.
void draw_cell_field(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// Below the field where a word of the batch is typed: the words that complete it, or the tokens of an unknown word.
void draw_field_choices(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
