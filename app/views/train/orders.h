#pragma once

#include <cstdint>

namespace vitrine {

/// The orders for a training: totals of the steps and of the returns to the last good step requested since it began.
struct TrainingOrders {
    int start = 0;  ///< number of the training; 0: none
    bool playing = false;
    double rate = 0;
    std::int64_t steps = 0;
    int returns = 0;
    bool ahead = false;  ///< the batch of the next step is to be shown

    bool operator==(const TrainingOrders&) const = default;
};

}  // namespace vitrine
