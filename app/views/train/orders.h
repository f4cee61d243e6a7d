#pragma once

#include <cstdint>

namespace vitrine {

/// A return to the moment after a step.
struct ReturnOrder {
    int number = 0;  ///< of all returns that were asked for
    std::int64_t step = 0;

    bool operator==(const ReturnOrder&) const = default;
};

/// The orders for a training: totals of the steps and of the returns to the last good step requested since it began.
struct TrainingOrders {
    int start = 0;  ///< number of the training; 0: none
    bool playing = false;
    double rate = 0;
    std::int64_t steps = 0;
    int returns = 0;
    ReturnOrder back = {};
    bool ahead = false;  ///< the batch of the next step is to be shown

    bool operator==(const TrainingOrders&) const = default;
};

}  // namespace vitrine
