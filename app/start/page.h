#pragma once
/// The first page: a field with a sentence, what the model makes of it, and the ways on.

#include "app/panel/panel.h"

namespace vitrine {

/// Draws the page over the whole window, while it is open.
void draw_start(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// Closes the page and plays the story of the sentence; nothing while the text has an unknown word.
void play_story(const State& state, Commands& commands);

}  // namespace vitrine
