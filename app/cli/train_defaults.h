#pragma once
/// What training does where it is not told: for each task a model and a length with which it learns well in a short time.

#include <cstdint>
#include <string_view>

#include "core/model/parameters.h"

namespace vitrine {

struct TrainDefaults {
    std::string_view task;  ///< its name; "" for everything else
    Size d_model = 64, heads = 4, layers = 2, d_ff = 128;
    double dropout = 0;
    Initialisation initialisation = Initialisation::xavier;
    double rate = 1e-3;
    Size batch_size = 32;
    std::int64_t steps = 2000;
    std::int64_t epochs = 0;  ///< instead of steps, where there is an end to the pairs
};

const TrainDefaults& defaults_of(std::string_view task);

}  // namespace vitrine
