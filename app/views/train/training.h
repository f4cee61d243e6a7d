#pragma once
/// A training under way, and the job that carries it on.

#include <memory>
#include <optional>

#include "app/base/command.h"
#include "app/base/job.h"
#include "app/run/make_run.h"
#include "app/run/run.h"
#include "app/state/state.h"
#include "app/views/train/orders.h"
#include "app/views/train/settings.h"

namespace vitrine {

/// A training from its start on. Only its job looks into it.
class TrainingCourse {
public:
    explicit TrainingCourse(const TrainingSettings& settings);
    TrainingCourse(const TrainingCourse&) = delete;
    TrainingCourse& operator=(const TrainingCourse&) = delete;

    /// Does a part of what is wanted, one step at the most; shows how things stand when it is time to, and at the end, with the
    /// number of the orders. Throws Error and std::bad_alloc where it cannot be begun.
    Turn turn(const TrainingOrders& orders, std::uint64_t number, Work& work);

private:
    void prepare();
    void obey(const TrainingOrders& orders);
    void show(Work& work, std::optional<std::uint64_t> obeyed);

    const TrainingSettings settings_;
    std::unique_ptr<Session> session_;  // null until it has been prepared
    TrainedModel model_;
    TrainingOrders done_;
};

/// What is wanted of the training that was started last, as the state says it. Requires: there is one.
TrainingOrders training_orders(const State& state);

/// The training, while it has not done what is wanted of it.
std::optional<Lack> training_lack(const State& state);

}  // namespace vitrine
