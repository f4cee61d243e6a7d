#pragma once
/// LayerNorm for the blocks. Only core/pass includes this.

#include "core/pass/blocks.h"

namespace vitrine {

/// output = LayerNorm(x). x: [B, L, D].
void normalise(const Tensor& x, const LayerNormOptions& options, const LayerNormParameters& parameters, const Execution& run,
               LayerNormActivations& a);

/// The gradients of normalise(): of its statistics in `d`, of x and of the parameters in `to`.
void normalise_backward(const LayerNormPass& pass, const Execution& run, LayerNormActivations& d, LayerNormGradients to);

}  // namespace vitrine
