#pragma once
/// The view of positions: how a place becomes numbers, as a picture, as waves, and by how alike two places are.

#include "app/panel/panel.h"

namespace vitrine {

/// What is shown of them: whose, which encoding, how many, which feature.
void draw_position_choices(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// The encoding, one of its features along the positions, and the similarity of any two of them.
void draw_positions(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
