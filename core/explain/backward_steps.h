#pragma once
/// The backward pass as steps: each differentiates one step of the forward pass, the last one first.

#include "core/explain/gradient_formula.h"
#include "core/trace/trace.h"

namespace vitrine {

/// What a backward step adds to the gradient of one tensor or parameter.
struct MadeGradient {
    std::string path;
    std::string formula;    ///< "∂Q[q,i] = Σ ∂scores[q,k] · K[k,i] · 0.3536"
    std::string of;         ///< the tensor whose operation is differentiated
    std::string forward;    ///< the formula of that operation
    bool begins = true;     ///< no earlier backward step has added to this gradient
    bool completes = true;  ///< no later one does
};

struct BackwardStep {
    int step = 0;                    ///< of the outline, which it differentiates
    std::vector<std::string> reads;  ///< tensors whose gradients earlier backward steps have made
    std::vector<MadeGradient> makes;
    std::string result;  ///< the path of the main gradient: of a tensor rather than of a parameter, and the first input's
};

/// The backward pass of a run, in order. Leaves out steps that no gradient passes, such as those of ids and masks. Empty: the run
/// has no labels, and so no loss. `parameters`: from make_parameter_trace.
std::vector<BackwardStep> backward_steps(const Trace& values, const Trace& parameters);

}  // namespace vitrine
