#pragma once
/// Dropout (section 5.4; Srivastava et al. 2014): in training some numbers are left out at random, so that none is relied on.

#include "core/ops/dependence.h"
#include "core/tensor/random.h"
#include "core/tensor/tensor.h"

namespace vitrine {

/// mask = 1 with probability 1 − p, cell by cell. It has its size already.
void draw_dropout_mask(double p, Random& random, MaskTensor& mask);

/// output = x / (1 − p) where the mask is 1, else 0: its mean over masks is x. All of one shape; 0 ≤ p < 1.
void dropout_forward(const Tensor& x, const MaskTensor& mask, double p, Tensor& output);

/// Sets d_x.
void dropout_backward(const MaskTensor& mask, double p, const Tensor& d_output, Tensor& d_x);

/// Operands: x, mask; `cell` is theirs and the output's.
Dependence dropout_dependence(const std::string& cell, double p);

}  // namespace vitrine
