#pragma once
/// Why a training step could not be taken.

#include <string>
#include <vector>

#include "core/model/activations.h"
#include "core/model/configuration.h"
#include "core/model/parameters.h"
#include "core/model/regime.h"

namespace vitrine {

/// Everything a broken step has computed, in shards of one batch.
struct BrokenStep {
    const Configuration& configuration;
    Regime regime;
    const Parameters& parameters;
    std::vector<const Activations*> activations, gradients;
    std::vector<const Parameters*> parameter_gradients;
    bool has_gradients = false;  ///< whether the step got as far as its gradients
};

/// The first tensor that holds a number that is not finite, in the order in which they are computed: parameters, activations,
/// gradients from the loss backwards, gradients of parameters. Where there is none, the loss or the gradients as a whole are merely
/// far too large: "loss" or "∂loss/∂parameters".
std::string find_first_broken(const BrokenStep& step);

}  // namespace vitrine
