#pragma once
/// The attention view: every head small, one large, and explanations of it.

#include "app/panel/panel.h"

namespace vitrine {

/// The choice of attention, and all of its heads.
void draw_attention_heads(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// One head: its stages, lines between words, and the explanation of a pair of words. Without a right column, also the contents of
/// draw_attention_reading().
void draw_attention(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// The kind of the head, and the contributions that reach the query's word.
void draw_attention_reading(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
