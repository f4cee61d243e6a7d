#pragma once
/// Default models and training options per task, with which the task is learned well in a short time. In the window, where training
/// has no end, the learning rate is constant.

#include <string_view>

#include "core/model/parameters.h"
#include "core/train/schedule.h"

namespace vitrine {

struct Recipe {
    std::string_view task;  ///< its name; "": the recipe for all other tasks
    Size d_model = 128, heads = 4, layers = 2, d_ff = 256;
    double dropout = 0;
    Initialisation initialisation = Initialisation::xavier;
    double rate = 1e-3;                              ///< Adam's
    ScheduleKind schedule = ScheduleKind::constant;  ///< over its number of steps
    Size batch_size = 32;
    std::int64_t steps = 2000;
    std::int64_t epochs = 0;  ///< replaces steps if the task is a list of pairs; 0: steps count
};

/// The recipe of a task, or the general one if the task has none.
const Recipe& recipe_for(std::string_view task);

}  // namespace vitrine
