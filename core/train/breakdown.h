#pragma once
/// Why a training step could not be taken.

#include <string>
#include <vector>

#include "core/model/activations.h"
#include "core/model/configuration.h"
#include "core/model/parameters.h"
#include "core/model/regime.h"

namespace vitrine {

/// A step that could not be taken: a number is not finite, or the loss (beyond 1000) or the gradient (a norm beyond 10¹⁸) has left
/// every sensible range.
struct Breakdown {
    std::int64_t step = 0;
    double loss = 0;
    /// Where it appeared first: a path of the trace, "∂loss/∂" and a path, or "parameters." and a name; "loss" or
    /// "∂loss/∂parameters" where nothing is worse than far too large.
    std::string tensor;
    std::string problem{};  ///< what the machine said, where it gave out; empty: a number went wrong
};

/// Whether one tensor is to blame; otherwise the loss or the gradient as a whole has grown too large, or the machine gave out.
bool names_tensor(const Breakdown& breakdown);

/// What happened, as a sentence: "The loss has grown to 1.5e+05, too large to learn from."
std::string sentence(const Breakdown& breakdown);

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
