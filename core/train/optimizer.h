#pragma once
/// Optimisers: Adam, AdamW and SGD with momentum, each as one loop over contiguous memory.

#include <cstdint>
#include <span>

#include "core/model/parameter_buffer.h"

namespace vitrine {

enum class OptimizerKind {
    adam,   ///< Kingma and Ba 2015, as in torch.optim.Adam
    adamw,  ///< Loshchilov and Hutter 2019: weight decay is separate from the gradient
    sgd,    ///< with momentum, as in torch.optim.SGD
};

struct OptimizerOptions {
    OptimizerKind kind = OptimizerKind::adam;
    double beta1 = 0.9, beta2 = 0.999;
    double epsilon = 1e-8;
    double weight_decay = 0;  ///< adam and sgd add it to the gradient (times the weight), adamw shrinks the weights
    double momentum = 0.9;    ///< sgd
    bool operator==(const OptimizerOptions&) const = default;
};

/// The state of an optimiser, shaped like the parameters.
struct OptimizerState {
    explicit OptimizerState(const Configuration& configuration) : first_moment(configuration), second_moment(configuration) {}

    ParameterBuffer first_moment;   ///< adam's m, sgd's velocity
    ParameterBuffer second_moment;  ///< adam's v
};

/// One update of all parameters.
struct Update {
    std::int64_t step = 1;       ///< counted from 1
    double rate = 1e-3;          ///< this step's learning rate
    double gradient_factor = 1;  ///< the gradient is multiplied by it first: clipping by global norm
};

/// Adds up the shards' gradients in the first of them and returns the Euclidean norm of the sum, in one pass over memory. The
/// result does not depend on the number of threads. It is NaN or infinite if a gradient is.
double global_norm(std::span<ParameterBuffer* const> gradients);

/// min(1, limit / (norm + 1e-6)), as in torch.nn.utils.clip_grad_norm_; 1 if limit is 0 (no clipping).
double clipping_factor(double norm, double limit);

/// Updates the parameters in one pass over memory. Requires: the squares of the gradient are finite.
void update(const OptimizerOptions& options, const Update& update, const ParameterBuffer& gradient, ParameterBuffer& parameters,
            OptimizerState& state);

/// What an optimiser knows of one parameter.
struct OptimizedCell {
    double parameter = 0, gradient = 0;
    double first_moment = 0, second_moment = 0;
};

/// The same cell after an update: what update() makes of it, to the last bit.
OptimizedCell updated(const OptimizerOptions& options, const Update& update, const OptimizedCell& cell);

}  // namespace vitrine
