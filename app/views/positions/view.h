#pragma once
/// The positions view: how a position becomes numbers, shown as a picture, as waves, and by the similarity of two positions.

#include "app/base/module.h"
#include "app/panel/panel.h"

namespace vitrine {

/// The record of the view, as app/base/module.h describes it; the rest are parts of it.
extern const Module positions_module;

/// Adds "positions" to what scripts and tests see.
void describe_positions(const State& state, nlohmann::ordered_json& json);

/// Draws the choices: side, encoding, number of positions, feature.
void draw_position_choices(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// Draws the encoding, one feature along the positions, and the similarity of any two positions.
void draw_positions(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
