#pragma once
/// Makes a training run from options.

#include <filesystem>

#include "app/cli/train/options.h"
#include "core/io/checkpoint.h"
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
    std::unique_ptr<BestWeights> best;     ///< of the training so far; null: none are kept yet
    bool keeps_history = false;
    TrainingHistory history;                  ///< the history so far
    std::filesystem::path lost_history = {};  ///< the file of a history that cannot be read; empty: there is none
    std::int64_t repeat_to = 0;               ///< steps up to this one are repeated from an earlier training…
    ScheduleOptions repeated = {};            ///< …with this schedule
    std::filesystem::path out;
    std::vector<std::string> notes;  ///< notes for the user before training starts
};

/// A new run. Throws Error if options do not fit the task or each other. Sets the number of threads.
TrainingRun plan_training(const TrainOptions& options);

/// A run without training: the model as drawn at random, from --config or for a task. Throws Error if options do not fit each
/// other.
TrainingRun plan_drawing(const TrainOptions& options);

/// Saves the model of a run as a folder that is not a training, with sentences to open.
void save_drawn(const TrainingRun& run);

/// An earlier run to be continued, with the options that may change.
TrainingRun resume_training(const TrainOptions& options);

/// Renames the file of a history that cannot be read, if the run is saved to the same folder, so that the new history does not
/// overwrite it. Throws Error if it cannot be renamed.
void put_lost_history_aside(const TrainingRun& run);

/// Throws Error if `out` contains another model, and neither --overwrite nor --resume allows replacing it.
void check_place(const TrainOptions& options, const std::filesystem::path& out);

}  // namespace vitrine
