#pragma once

#include <cstdint>

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

}  // namespace vitrine
