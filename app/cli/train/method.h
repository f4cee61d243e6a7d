#pragma once
/// How weights are changed: optimiser, learning rate and the rest, from the command line.

#include "app/cli/train/options.h"
#include "core/train/recipe.h"
#include "core/train/trainer.h"

namespace vitrine {

/// What was asked for, and for the rest the recipe's. steps: how many there will be.
TrainerOptions method_of(const TrainOptions& options, const Recipe& recipe, std::int64_t steps);

}  // namespace vitrine
