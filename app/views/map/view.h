#pragma once
/// The map: the paper's figure 1 with this model's layers, on one canvas with any zoom. Far out it shows layers and blocks with
/// small pictures of their outputs. Nearer, a block unfolds in place into its operations. Nearest, the numbers themselves are
/// visible.

#include "app/base/module.h"
#include "app/panel/panel.h"

namespace vitrine {

/// The record of the view, as app/base/module.h describes it; the rest are parts of it.
extern const Module map_module;

std::span<const FigureKind> map_figures();

std::vector<Action> map_actions(const Module& own);

/// Adds "map" to what scripts and tests see.
void describe_map(const State& state, nlohmann::ordered_json& json);

void draw_map(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
