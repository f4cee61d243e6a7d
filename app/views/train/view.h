#pragma once
/// The train view: a small model learns a task while the reader watches.

#include "app/base/module.h"
#include "app/panel/panel.h"

namespace vitrine {

/// The record of the view, as app/base/module.h describes it; the rest are parts of it.
extern const Module train_module;

std::span<const FigureKind> train_figures();

std::vector<Action> train_actions(const Module& own);

/// Adds "train" to what scripts and tests see.
void describe_train(const State& state, nlohmann::ordered_json& json);

/// Draws the left column: the task, the buttons, the progress, and all options.
void draw_train(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// Draws the progress of the training: its curves, and the model's current predictions.
void draw_progress(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// Draws the drop-down of tasks on which a model can be trained.
void draw_tasks(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
