#pragma once
/// The sentences the model runs on, and the fields that edit them.

#include "app/panel/panel.h"

namespace vitrine {

/// The choice of sentence, and the tokens of the shown one.
void draw_batch(Ui& ui, const Rect& area, const State& state, Commands& commands);
float batch_height(const Ui& ui, float width, const State& state);

/// The field for a new number, below the selected cell, with the reason if the text is refused.
void draw_cell_field(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// Below the field in which a word of the batch is typed: the words that complete it, or the tokens of an unknown word.
void draw_field_choices(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
