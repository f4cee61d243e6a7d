#pragma once
/// The parts of the train view's left column. Each draws itself into the column, below the previous part.

#include "app/panel/panel.h"
#include "app/views/train/state.h"

namespace vitrine {

/// The view's state, and where its commands go.
struct TrainScene {
    const State& state;
    Commands& commands;

    const TrainingView& training() const { return state.of<TrainingView>(); }
};

constexpr float train_gap = 18;  ///< between two parts

/// Draws what a training begins with, and its task.
void draw_train_start(Ui& ui, Column& column, const TrainScene& scene);

/// The tasks that can be chosen, depending on what the training begins with.
std::vector<TaskInfo> offered_tasks(const State& state);

/// Draws the buttons: train, one step, start over.
void draw_train_buttons(Ui& ui, Column& column, const TrainScene& scene);

/// Draws the step, the loss, and the quality on held-out sentences.
void draw_train_numbers(Ui& ui, Column& column, const TrainScene& scene);

/// After a breakdown, draws what happened at which step, and a button to go back.
void draw_train_breakdown(Ui& ui, Column& column, const TrainScene& scene);

/// Draws the learning rate. Changes take effect at once.
void draw_train_rate(Ui& ui, Column& column, const TrainScene& scene);

/// Draws the options of the next training: model, method, masks.
void draw_train_options(Ui& ui, Column& column, const TrainScene& scene);

}  // namespace vitrine
