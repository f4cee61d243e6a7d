#pragma once
/// Makes the training method from the command line: optimiser, learning rate and the rest.

#include "app/cli/train/options.h"
#include "core/train/recipe.h"
#include "core/train/trainer.h"

namespace vitrine {

/// The given options, completed by the recipe. `steps`: the number of steps in all.
TrainerOptions method_of(const TrainOptions& options, const Recipe& recipe, std::int64_t steps);

/// The first given option of add_method_options(), such as "--lr"; nothing if there is none.
std::optional<std::string> given_method(const TrainOptions& options);

}  // namespace vitrine
