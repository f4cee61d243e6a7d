#pragma once
/// Dropout (section 5.4; Srivastava et al. 2014): sets randomly chosen numbers to 0 during training, so that the model does not
/// come to rely on any one of them.

#include "core/ops/dependence.h"
#include "core/tensor/random.h"

namespace vitrine {

/// Draws each mask cell: 1 with probability 1 − p. Requires: the mask has its size.
void draw_dropout_mask(double p, Random& random, MaskTensor& mask);

/// output = x / (1 − p) where the mask is 1, else 0, so the expected output is x. All have the same shape. Requires: 0 ≤ p < 1.
void dropout_forward(const Tensor& x, const MaskTensor& mask, double p, Tensor& output);

/// Sets d_x = d_output / (1 − p) where the mask is 1, else 0.
void dropout_backward(const MaskTensor& mask, double p, const Tensor& d_output, Tensor& d_x);

/// Operands: x, mask. `cell`: the index letters of operands and output.
Dependence dropout_dependence(const std::string& cell, double p);

}  // namespace vitrine
