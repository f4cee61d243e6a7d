#pragma once
/// The parts of the training's column. Each draws itself into it, one below the other.

#include "app/panel/panel.h"
#include "app/views/train/state.h"

namespace vitrine {

/// What the view draws from, and where its commands go.
struct TrainScene {
    const State& state;
    Commands& commands;

    const TrainingView& training() const { return state.of<TrainingView>(); }
};

constexpr float train_gap = 18;  ///< between two parts

/// Train, one step, start over.
void draw_train_buttons(Ui& ui, Column& column, const TrainScene& scene);

/// The step, the loss, and how good it is on sentences it has never seen.
void draw_train_numbers(Ui& ui, Column& column, const TrainScene& scene);

/// After a breakdown: what happened where, and the way back.
void draw_train_breakdown(Ui& ui, Column& column, const TrainScene& scene);

/// The learning rate, which acts at once.
void draw_train_rate(Ui& ui, Column& column, const TrainScene& scene);

/// What acts on the next training: the model, how it is taught, which masks it has.
void draw_train_options(Ui& ui, Column& column, const TrainScene& scene);

}  // namespace vitrine
