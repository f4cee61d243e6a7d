#pragma once
/// How long a training takes, how large its batches are and when it is measured, from the command line.

#include <string>

#include "app/cli/train/options.h"
#include "core/io/learning_data.h"
#include "core/train/recipe.h"

namespace vitrine {

/// The number of steps, from the options or the recipe. Throws Error for epochs of a task that has none, or too many of them.
std::int64_t steps_of(const TrainOptions& options, const Recipe& recipe, const BatchSource& source);

/// Of a step, from the options or the recipe.
BatchSize batch_size_of(const TrainOptions& options, const Recipe& recipe);

/// When the training is measured. Throws Error if no pairs are held out.
EvaluationPlan evaluation_of(const TrainOptions& options, const LearningData& data);

/// Throws Error if batches of this size cannot be computed, before memory is allocated for them, or if a pair does not fit into
/// one. The error says what can. `name`: of the data.
void check_batch_size(const LearningData& data, const Configuration& configuration, const std::string& name, const BatchSize& size);

}  // namespace vitrine
