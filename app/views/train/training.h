#pragma once
/// A running training, and the job that continues it.

#include <memory>
#include <optional>

#include "app/base/command.h"
#include "app/base/job.h"
#include "app/run/make_run.h"
#include "app/run/run.h"
#include "app/state/state.h"
#include "app/training/moment_run.h"
#include "app/training/settings.h"
#include "app/views/train/state.h"
#include "core/train/sentence_use.h"

namespace vitrine {

/// A training. Only its job uses it.
class TrainingCourse {
public:
    /// `open`: the run of the open model, see make_plan(). `kept`: what to go on from, in the history of that model.
    TrainingCourse(const TrainingSettings& settings, std::shared_ptr<const Run> open, std::optional<TrainingToGoOn> kept = {});
    TrainingCourse(const TrainingCourse&) = delete;
    TrainingCourse& operator=(const TrainingCourse&) = delete;

    /// Carries out part of the orders, at most one step. Shows a snapshot when one is due, and at the end one with the orders'
    /// number. Throws Error and std::bad_alloc if the training cannot start.
    Turn turn(const TrainingOrders& orders, std::uint64_t number, Work& work);

private:
    void prepare();
    void obey(const TrainingOrders& orders);
    void show(Work& work, std::optional<std::uint64_t> obeyed);

    const TrainingSettings settings_;
    const std::shared_ptr<const Run> open_;
    std::optional<TrainingToGoOn> kept_;                 // nothing once it has gone on
    std::unique_ptr<Session> session_;                   // null until it has been prepared
    std::shared_ptr<const TrainedModel> model_, ahead_;  // for the probe, and for the next step's batch
    std::vector<SentenceUse> uses_;                      // of the probe's sentences
    TrainingOrders done_;
};

/// The current orders for the newest training.
TrainingOrders training_orders(const State& state);

/// The job that continues the training, if its orders are not done.
std::optional<MissingResult> missing_training(const State& state);

}  // namespace vitrine
