#pragma once
/// From options to a training run that can begin.

#include <filesystem>

#include "app/cli/train/data.h"
#include "app/cli/train/options.h"

namespace vitrine {

struct TrainingRun {
    Configuration configuration;
    Vocabularies vocabularies;
    LearningData data;
    TrainingPlan plan;
    std::unique_ptr<TrainingState> state;  ///< from which it begins
    std::filesystem::path out;
    std::vector<std::string> notes;  ///< what someone should know before
};

/// A new run. Throws Error where options do not fit the task, or each other. Sets the number of threads.
TrainingRun plan_training(const TrainOptions& options);

/// An earlier run taken up again, with what may be new about it.
TrainingRun resume_training(const TrainOptions& options);

/// Throws Error where a new model would take the place of another that nobody has given up.
void check_place(const TrainOptions& options, const std::filesystem::path& out);

}  // namespace vitrine
