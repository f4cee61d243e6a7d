#pragma once
/// The parts of the training's column. Each draws itself from y downwards and returns where the next one begins.

#include "app/base/command.h"
#include "app/panel/panel.h"
#include "app/state/state.h"
#include "app/views/train/state.h"

namespace vitrine {

struct TrainColumn {
    float left, right;
    const State& state;
    Commands& commands;

    float width() const { return right - left; }
    const TrainingView& training() const { return state.of<TrainingView>(); }
};

constexpr float train_gap = 18;  ///< between two parts

/// Train, one step, start over.
float draw_train_buttons(Ui& ui, const TrainColumn& column, float y);

/// The step, the loss, and how good it is on sentences it has never seen.
float draw_train_numbers(Ui& ui, const TrainColumn& column, float y);

/// After a breakdown: what happened where, and the way back.
float draw_train_breakdown(Ui& ui, const TrainColumn& column, float y);

/// The learning rate, which acts at once.
float draw_train_rate(Ui& ui, const TrainColumn& column, float y);

/// What acts on the next training: the model, how it is taught, which masks it has.
float draw_train_options(Ui& ui, const TrainColumn& column, float y);

}  // namespace vitrine
