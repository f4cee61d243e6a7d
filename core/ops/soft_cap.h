#pragma once
/// Soft caps (Gemma 2): numbers of any size become numbers between −cap and cap, and small ones hardly change.

#include "core/ops/dependence.h"

namespace vitrine {

/// output = cap · tanh(x / cap), cell by cell; the two have the same shape.
void soft_cap_forward(const Tensor& x, double cap, Tensor& output);

/// Sets d_x = d_output · (1 − (output / cap)²).
void soft_cap_backward(const Tensor& output, double cap, const Tensor& d_output, Tensor& d_x);

/// Operands: x. `cell`: a letter per axis; `formula`: such as "capped[q,k] = 50 · tanh(scores[q,k] / 50)".
Dependence soft_cap_dependence(const std::string& cell, double cap, std::string formula);

}  // namespace vitrine
