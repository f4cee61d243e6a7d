#pragma once
/// What a training in the window begins with and learns from.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/run/run.h"
#include "app/training/settings.h"
#include "core/io/training_json.h"

namespace vitrine {

/// Why the open model cannot be trained here, nor another of its sizes; empty: it can. `run`: null if none is open.
std::string further_refusal(const Run* run);

/// The names of what this model can learn from: the tasks with its words, that of its own name first, and then its open sentences
/// if they have labels.
std::vector<std::string> tasks_of(const Run& run);

/// The settings of a training that goes on with this plan, each as near as it can be chosen. Of what was learned from a file the
/// task is empty.
TrainingSettings settings_of(const TrainingPlan& plan, const ScheduleOptions& schedule, const Configuration& configuration);

/// What a training with these settings goes on with later, after it was saved; nothing for the open sentences, which are in no
/// file.
std::optional<TrainingPlan> plan_to_save(const TrainingSettings& settings, const TrainerOptions& options);

/// Makes the settings possible with the open model, which may be null: where it cannot be trained, a new model is; where it does
/// not know the task's words, the first task that it does know is taken.
void fit(TrainingSettings& settings, const Run* run);

/// The plan of this training. `open`: the run of the open model as it was opened; may be null for a new model. Throws Error, which
/// says what to choose instead, if the settings do not fit together.
SessionPlan make_plan(const TrainingSettings& settings, const Run* open);

}  // namespace vitrine
