#pragma once
/// Finds out why a training step failed.

#include <string>
#include <vector>

#include "core/model/activations.h"
#include "core/model/configuration.h"
#include "core/model/parameters.h"
#include "core/model/regime.h"

namespace vitrine {

/// A failed step: a number is not finite, or the loss is above 1000, or the norm of the gradient above 10¹⁸.
struct Breakdown {
    std::int64_t step = 0;
    double loss = 0;
    /// The first bad tensor: a path of the trace, "∂loss/∂" and a path, or "parameters." and a name. If all numbers are finite but
    /// too large: "loss" or "∂loss/∂parameters".
    std::string tensor;
    std::string problem{};  ///< the message of an exception that ended training; empty: a number was bad
};

/// Whether a single tensor is bad. Otherwise the loss or the gradient as a whole is too large, or an exception ended training.
bool names_tensor(const Breakdown& breakdown);

/// The breakdown as a sentence: "The loss has grown to 1.5e+05, too large to learn from."
std::string sentence(const Breakdown& breakdown);

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
