#pragma once
/// The word a model predicts.

#include <cstdint>

namespace vitrine {

struct Prediction {
    std::int32_t word = 0;   ///< the most probable one
    double probability = 0;  ///< 0 … 1
};

}  // namespace vitrine
