#pragma once
/// A kept moment of a training as a run, and as the start of a training that continues from there.

#include <memory>
#include <optional>

#include "app/run/make_run.h"
#include "core/io/history_file.h"
#include "core/train/session.h"

namespace vitrine {

/// The pass of the training's sentences through the weights of a moment. `request`: where the model came from, if it is in a
/// file.
std::shared_ptr<const Run> run_of_moment(const TrainedModel& model, const KeptMoment& moment,
                                         const std::optional<ModelRequest>& request);

/// The approximate number of multiplications in the pass of a moment.
Size work_of(const TrainedModel& model);

/// A selection of kept moments, distributed like all of them, including the first and the last.
std::vector<KeptMoment> some_of(const Moments& moments);

/// A training that continues a history from the moment after a step.
struct TrainingToGoOn {
    std::shared_ptr<const TrainingHistory> history;  ///< Requires: it has a plan
    std::int64_t step = 0;
    std::optional<KeptMoment> now = {};  ///< the full moment after this step; nothing: it is reached from the last full moment
    std::string name = {}, title = {};   ///< of the trained model; empty: as for the model that it begins with
};

/// The session that continues the training, with the sentences of `open`, the run of the history's model, as its probe. Throws
/// Error if the training data no longer exist or have changed.
SessionPlan plan_to_go_on(const TrainingToGoOn& from, const Run& open);

}  // namespace vitrine
