#pragma once
/// The Design view: the paper's choices, switched off one by one, and what that does to the predictions.

#include "app/base/module.h"
#include "app/panel/panel.h"

namespace vitrine {

/// The record of the view, as app/base/module.h describes it; the rest are parts of it.
extern const Module design_module;

std::vector<Action> design_actions(const Module& own);

/// Adds "design" to what scripts and tests see.
void describe_design(const State& state, nlohmann::ordered_json& json);

/// The choices as switches.
void draw_design_list(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// One choice explained, and its effect on the shown sentence. Without a right column, also the contents
/// of draw_design_model().
void draw_design(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// The choices that make another model.
void draw_design_model(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
