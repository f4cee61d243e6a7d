#pragma once
/// A training under way, and the job that carries it on.

#include <cstdint>
#include <memory>
#include <optional>

#include "app/base/command.h"
#include "app/base/job.h"
#include "app/run/make_run.h"
#include "app/run/run.h"
#include "app/state/state.h"
#include "app/views/train/settings.h"

namespace vitrine {

/// What is wanted of a training by now: all steps and returns to the last good step that have been asked for since it began.
struct TrainingOrders {
    int start = 0;  ///< which training it is
    bool playing = false;
    double rate = 0;
    std::int64_t steps = 0;
    int returns = 0;

    bool operator==(const TrainingOrders&) const = default;
};

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
