#pragma once
/// How weights are changed: optimiser, learning rate and the rest, from the command line.

#include "app/cli/train_options.h"
#include "core/train/trainer.h"

namespace vitrine {

/// What was asked for, with a learning rate for who named none. steps: how many there will be.
TrainerOptions method_of(const TrainOptions& options, double rate, std::int64_t steps);

}  // namespace vitrine
