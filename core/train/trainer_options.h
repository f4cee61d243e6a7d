#pragma once
/// How a model is trained.

#include <cstdint>

#include "core/model/regime.h"
#include "core/train/optimizer.h"
#include "core/train/schedule.h"

namespace vitrine {

/// All training options besides the model and its batches.
struct TrainerOptions {
    OptimizerOptions optimizer{};
    ScheduleOptions schedule{};
    double label_smoothing = 0;
    double clip = 0;  ///< the largest allowed global norm of the gradient; 0: no limit
    std::uint64_t seed = 1;
    bool causal_mask = true, padding_mask = true;
    Design design = {};  ///< further departures from the paper's design
    bool operator==(const TrainerOptions&) const = default;
};

/// The design of the passes that are trained on.
Design design_of(const TrainerOptions& options);

}  // namespace vitrine
