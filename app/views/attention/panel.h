#pragma once
/// The attention view: every head small, one large, and what it is made of.

#include "app/panel/panel.h"

namespace vitrine {

/// Which attention, and all of its heads.
void draw_attention_heads(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// One head: its stages, lines between words, and a pair of words taken apart. Where there is no column to its right, what that
/// would say comes below.
void draw_attention(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// What kind of head it is, and what really reaches the word that asks.
void draw_attention_reading(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
