#pragma once
/// A model and a way of teaching it for every task, with which it is learned well in a short time: what training does where it is
/// not told otherwise. In the window, where training has no end, the rate is constant.

#include <cstdint>
#include <string_view>

#include "core/model/parameters.h"
#include "core/train/schedule.h"

namespace vitrine {

struct Recipe {
    std::string_view task;  ///< its name; "" for everything else
    Size d_model = 128, heads = 4, layers = 2, d_ff = 256;
    double dropout = 0;
    Initialisation initialisation = Initialisation::xavier;
    double rate = 1e-3;                              ///< Adam's
    ScheduleKind schedule = ScheduleKind::constant;  ///< for its own number of steps
    Size batch_size = 32;
    std::int64_t steps = 2000;
    std::int64_t epochs = 0;  ///< instead of steps, where there is an end to the pairs
};

/// The task's own, or one for everything else.
const Recipe& recipe_for(std::string_view task);

}  // namespace vitrine
