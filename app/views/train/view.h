#pragma once
/// The left column of the train view: the task, the buttons, the progress, and all options.

#include "app/base/module.h"
#include "app/panel/panel.h"

namespace vitrine {

/// The record of the view, as app/base/module.h describes it; the rest are parts of it.
extern const Module train_module;

std::vector<Action> train_actions(const Module& own);

/// Adds "train" to what scripts and tests see.
void describe_train(const State& state, nlohmann::ordered_json& json);

void draw_train(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
