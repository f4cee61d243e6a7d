#pragma once
/// The positions view: how a position becomes numbers, as a picture, as waves, and by the similarity of two positions.

#include "app/panel/panel.h"

namespace vitrine {

/// The choices: side, encoding, number of positions, feature.
void draw_position_choices(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// The encoding, one feature along the positions, and the similarity of any two positions.
void draw_positions(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
