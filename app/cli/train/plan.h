#pragma once
/// Making a training run from options.

#include <filesystem>

#include "app/cli/train/options.h"
#include "core/io/history_file.h"
#include "core/io/learning_data.h"
#include "core/train/trainer.h"

namespace vitrine {

struct TrainingRun {
    Configuration configuration;
    Vocabularies vocabularies;
    LearningData data;
    TrainingPlan plan;
    std::unique_ptr<TrainingState> state;  ///< the initial state
    bool keeps_history = false;
    TrainingHistory history;                  ///< so far
    std::filesystem::path lost_history = {};  ///< the file of one that cannot be read; empty: there is none
    std::int64_t repeat_to = 0;               ///< up to this step the steps of an earlier training are taken again…
    ScheduleOptions repeated = {};            ///< …with this schedule
    std::filesystem::path out;
    std::vector<std::string> notes;  ///< notes for the user before it starts
};

/// A new run. Throws Error if options do not fit the task, or each other. Sets the number of threads.
TrainingRun plan_training(const TrainOptions& options);

/// A run without training: the model as it is drawn from --config, or for a task. Throws Error if options do not fit each other.
TrainingRun plan_drawing(const TrainOptions& options);

/// Saves the model of a run as a folder that is not in training, with sentences that it opens on.
void save_drawn(const TrainingRun& run);

/// An earlier run to continue, with the options that may change.
TrainingRun resume_training(const TrainOptions& options);

/// Renames the file of a history that cannot be read, if the training is saved where it lies, so that the new one does not take its
/// place. Throws Error where it cannot be renamed.
void put_lost_history_aside(const TrainingRun& run);

/// Throws Error if `out` holds another model and neither --overwrite nor --resume allows replacing it.
void check_place(const TrainOptions& options, const std::filesystem::path& out);

}  // namespace vitrine
