#pragma once
/// What the next update of a training starts from, besides weights and gradient.

#include <memory>
#include <optional>

#include "core/train/trainer_options.h"

namespace vitrine {

struct UpdateBasis {
    TrainerOptions options{};
    std::int64_t step = 1;                     ///< of the update, counted from 1
    double rate = 1e-3;                        ///< of that step
    bool of_shown_batch = false;               ///< the shown pass is the step's own pass: the same sentences, dropout and loss
    std::optional<double> gradient_norm = {};  ///< of that pass, as the training measured it
    std::shared_ptr<const OptimizerState> memory = {};  ///< the state before the update; null: all 0, as before the first step
};

}  // namespace vitrine
