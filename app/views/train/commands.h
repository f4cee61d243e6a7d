#pragma once
/// What can be done to a model in training.

#include <cstdint>
#include <optional>

#include "app/base/module.h"
#include "app/run/run.h"
#include "app/views/train/news.h"
#include "app/views/train/settings.h"

namespace vitrine {

struct SetTask {
    std::string task;  ///< a training of it begins
};
void do_command(State& state, const SetTask& command);

struct SetTrainingOption {
    TrainingOption option;
    int place;  ///< in the row of its values; clamped
};
void do_command(State& state, const SetTrainingOption& command);

struct StepTraining {
    int steps = 1;
};
void do_command(State& state, const StepTraining& command);

struct ResetTraining {};  ///< starts over, as the options are now
void do_command(State& state, const ResetTraining& command);

struct ReturnToLastGood {};  ///< after a breakdown
void do_command(State& state, const ReturnToLastGood& command);

/// A training is begun where there has been none, and its model comes on the screen.
void enter_training(State& state);

/// What is wanted of the training follows, and what everybody has to know of it is said in State::of<Learning>().
void follow_training(State& state, const Change& change);

}  // namespace vitrine
