#pragma once
/// LayerNorm for the blocks. Only core/pass includes this.

#include "core/pass/blocks.h"

namespace vitrine {

/// output = LayerNorm(x). x: [B, L, D].
void normalise(const Tensor& x, const LayerNormParameters& parameters, const Setting& setting, LayerNormActivations& a);

}  // namespace vitrine
