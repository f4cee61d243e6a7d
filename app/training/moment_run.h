#pragma once
/// A kept moment of a training as a run, and as the beginning of a training that goes on from there.

#include <memory>
#include <optional>

#include "app/run/make_run.h"
#include "core/io/history_file.h"
#include "core/train/session.h"

namespace vitrine {

/// The pass of the training's sentences through the weights of a moment. `request`: where the model came from, if it is in a file.
std::shared_ptr<const Run> run_of_moment(const TrainedModel& model, const KeptMoment& moment,
                                         const std::optional<ModelRequest>& request);

/// About how many multiplications a moment's pass takes.
Size work_of(const TrainedModel& model);

/// Some kept moments, as evenly spread as they are, the first and the last among them.
std::vector<KeptMoment> some_of(const Moments& moments);

/// A training that goes on with a history, from the moment after a step.
struct TrainingToGoOn {
    std::shared_ptr<const TrainingHistory> history;  ///< Requires: it has a plan
    std::int64_t step = 0;
    std::optional<KeptMoment> now = {};  ///< full, after this step; nothing: it is reached from the last full moment
    std::string name = {}, title = {};   ///< of its model; empty: they follow from the model that it begins with
};

/// The session that goes on, with the sentences of `open`, the run of the history's model, as its probe. Throws Error where what
/// was learned from is no longer there, or is another.
SessionPlan plan_to_go_on(const TrainingToGoOn& from, const Run& open);

}  // namespace vitrine
