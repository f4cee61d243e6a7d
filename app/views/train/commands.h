#pragma once
/// Commands of the train view.

#include <cstdint>
#include <optional>

#include "app/base/module.h"
#include "app/run/run.h"
#include "app/views/train/news.h"
#include "app/views/train/settings.h"

namespace vitrine {

struct SetTask {
    std::string task;  ///< starts a training for this task
};
void do_command(State& state, const SetTask& command);

struct SetTrainingOption {
    TrainingOption option;
    int place;  ///< index in OptionInfo::values; clamped
};
void do_command(State& state, const SetTrainingOption& command);

struct StepTraining {
    int steps = 1;
};
void do_command(State& state, const StepTraining& command);

struct ResetTraining {};  ///< starts over with the current options
void do_command(State& state, const ResetTraining& command);

struct ReturnToLastGood {};  ///< goes back to the last good step after a breakdown
void do_command(State& state, const ReturnToLastGood& command);

/// On entering the view: starts a training if there is none, and shows its model.
void enter_training(State& state);

/// Updates the training's orders and State::of<Learning>().
void follow_training(State& state, const Change& change);

}  // namespace vitrine
