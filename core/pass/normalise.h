#pragma once
/// LayerNorm as the blocks use it. core/model alone includes this.

#include "core/pass/blocks.h"

namespace vitrine {

/// output = LayerNorm(x). x: [B, L, D].
void normalise(const Tensor& x, const LayerNormParameters& parameters, const Setting& setting, LayerNormActivations& a);

}  // namespace vitrine
