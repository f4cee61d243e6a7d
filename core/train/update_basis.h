#pragma once
/// What the next update of a training starts from, besides weights and gradient.

#include <memory>
#include <optional>

#include "core/train/trainer_options.h"

namespace vitrine {

struct UpdateBasis {
    TrainerOptions options{};
    std::int64_t step = 1;        ///< of the update, counted from 1
    double rate = 1e-3;           ///< of that step
    bool of_shown_batch = false;  ///< the pass that is shown is the step's own: the same sentences, with all that training does
    std::optional<double> gradient_norm = {};           ///< as the training measured it, of that pass
    std::shared_ptr<const OptimizerState> memory = {};  ///< before it; null: all 0, as before the first step
};

}  // namespace vitrine
