#pragma once
/// The residual connection around every sublayer: x + Sublayer(x), section 3.1.

#include "core/ops/dependence.h"

namespace vitrine {

/// output = x + sublayer. All [B, L, D].
void residual_forward(const Tensor& x, const Tensor& sublayer, Tensor& output);

/// Sets both gradients to d_output: the gradient passes a residual connection unchanged, which makes deep stacks trainable.
void residual_backward(const Tensor& d_output, Tensor& d_x, Tensor& d_sublayer);

/// Operands: x, and what is added to it, which the formula calls `added`.
Dependence residual_dependence(const std::string& added = "sublayer");

}  // namespace vitrine
