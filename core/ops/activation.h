#pragma once
/// The nonlinearity between the two linear layers of the feed-forward network (section 3.3 has ReLU).

#include "core/ops/dependence.h"

namespace vitrine {

enum class ActivationKind {
    relu,       ///< max(0, x)
    gelu,       ///< x · Φ(x), with the exact error function (Hendrycks and Gimpel 2016)
    silu,       ///< x / (1 + e^−x)
    gelu_tanh,  ///< x · (1 + tanh(√(2/π) · (x + 0.044715 · x³))) / 2, an approximation of GELU (same paper, section 2)
    tanh,
};

/// output = activation(x), cell by cell; the two have the same shape.
void activation_forward(const Tensor& x, ActivationKind kind, Tensor& output);

/// Sets d_x = d_output · activation'(x). The slope of ReLU at 0 is 0, as in PyTorch.
void activation_backward(const Tensor& x, ActivationKind kind, const Tensor& d_output, Tensor& d_x);

/// Operands: x. GELU and SiLU multiply x by a factor that depends on x. `cell`: the index letters of x and output.
Dependence activation_dependence(ActivationKind kind, const std::string& cell = "blf");

}  // namespace vitrine
