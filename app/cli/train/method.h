#pragma once
/// The training method from the command line: optimiser, learning rate and the rest.

#include "app/cli/train/options.h"
#include "core/train/recipe.h"
#include "core/train/trainer.h"

namespace vitrine {

/// The options given, and the recipe's for the rest. `steps`: how many there will be.
TrainerOptions method_of(const TrainOptions& options, const Recipe& recipe, std::int64_t steps);

/// The first of the options of add_method_options() that was given, "--lr"; nothing if none was.
std::optional<std::string> given_method(const TrainOptions& options);

}  // namespace vitrine
