#pragma once
/// What a training in the window begins with, and what it learns from.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/run/run.h"
#include "app/training/settings.h"
#include "core/io/training_json.h"

namespace vitrine {

/// Why neither the open model nor another one of its sizes can be trained here; empty: it can. `run`: null if none is open.
std::string further_refusal(const Run* run);

/// The names of what this model can learn from: the tasks with its words, the task of its own name first, and then its open
/// sentences, if they have labels.
std::vector<std::string> tasks_of(const Run& run);

/// The settings for a training that continues with this plan, each as near as they can be chosen. If it learned from a file, the
/// task is empty.
TrainingSettings settings_of(const TrainingPlan& plan, const ScheduleOptions& schedule, const Configuration& configuration);

/// The plan with which a training with these settings can be continued after it was saved; nothing for the open sentences, which
/// are not in a file.
std::optional<TrainingPlan> plan_to_save(const TrainingSettings& settings, const TrainerOptions& options);

/// Changes settings that are impossible with the open model, which may be null. If the model cannot be trained, a new model is
/// used; if it does not know the task's words, the first task that it knows is used.
void fit(TrainingSettings& settings, const Run* run);

/// The plan for this training. `open`: the run of the open model as it was opened; may be null for a new model. Throws Error,
/// which says what to choose instead, if the settings do not fit together.
SessionPlan make_plan(const TrainingSettings& settings, const Run* open);

}  // namespace vitrine
