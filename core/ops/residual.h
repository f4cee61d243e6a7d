#pragma once
/// The residual connection around every sublayer: x + Sublayer(x), section 3.1.

#include "core/tensor/tensor.h"

namespace vitrine {

/// output = x + sublayer. All [B, L, D].
void residual_forward(const Tensor& x, const Tensor& sublayer, Tensor& output);

}  // namespace vitrine
