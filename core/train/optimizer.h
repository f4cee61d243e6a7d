#pragma once
/// How gradients change parameters: Adam, AdamW and SGD with momentum, each over one contiguous piece of memory.

#include <cstdint>
#include <span>

#include "core/model/parameter_buffer.h"

namespace vitrine {

enum class OptimizerKind {
    adam,   ///< Kingma and Ba 2015, as torch.optim.Adam has it
    adamw,  ///< Loshchilov and Hutter 2019: weight decay apart from the gradient
    sgd,    ///< with momentum, as torch.optim.SGD has it
};

struct OptimizerOptions {
    OptimizerKind kind = OptimizerKind::adam;
    double beta1 = 0.9, beta2 = 0.999;
    double epsilon = 1e-8;
    double weight_decay = 0;  ///< adam and sgd add it to the gradient, adamw shrinks the weights by it
    double momentum = 0.9;    ///< sgd
    bool operator==(const OptimizerOptions&) const = default;
};

/// What an optimiser remembers from step to step, shaped like the parameters.
struct OptimizerState {
    explicit OptimizerState(const Configuration& configuration) : first_moment(configuration), second_moment(configuration) {}

    ParameterBuffer first_moment;   ///< adam's m, sgd's velocity
    ParameterBuffer second_moment;  ///< adam's v
};

/// One update of all parameters.
struct Update {
    std::int64_t step = 1;       ///< counted from 1
    double rate = 1e-3;          ///< this step's learning rate
    double gradient_factor = 1;  ///< what gradients are multiplied by first: clipping by the global norm
};

/// Adds the shards of one gradient up in the first of them, and gives the Euclidean norm of the sum, in one pass over memory. The
/// same from run to run, whatever the number of threads; NaN or infinite where a gradient is.
double global_norm(std::span<ParameterBuffer* const> gradients);

/// min(1, limit / (norm + 1e-6)), as torch.nn.utils.clip_grad_norm_ has it; 1 where limit is 0: no clipping.
double clipping_factor(double norm, double limit);

/// Changes the parameters by their gradient, whose squares must be finite, in one pass over memory.
void update(const OptimizerOptions& options, const Update& update, const ParameterBuffer& gradient, ParameterBuffer& parameters,
            OptimizerState& state);

}  // namespace vitrine
