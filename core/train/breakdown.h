#pragma once
/// Finds out why a training step failed.

#include <string>
#include <vector>

#include "core/model/activations.h"
#include "core/model/configuration.h"
#include "core/model/parameters.h"
#include "core/model/regime.h"

namespace vitrine {

/// All tensors of a failed step, per shard of its batch.
struct BrokenStep {
    const Configuration& configuration;
    Regime regime;
    const Parameters& parameters;
    std::vector<const Activations*> activations, gradients;
    std::vector<const Parameters*> parameter_gradients;
    bool has_gradients = false;  ///< whether the step computed its gradients
};

/// The first tensor with a number that is not finite, in order of computation: parameters, activations, gradients from the loss
/// backwards, gradients of parameters. If all are finite, the loss or the gradient is just too large: "loss" or
/// "∂loss/∂parameters".
std::string find_first_broken(const BrokenStep& step);

}  // namespace vitrine
