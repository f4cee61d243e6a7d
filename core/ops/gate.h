#pragma once
/// The gate of a gated feed-forward network (Shazeer 2020, "GLU Variants Improve Transformer").

#include "core/ops/dependence.h"

namespace vitrine {

/// gated = gate ⊙ x, cell by cell. All three have the same shape, [B, L, F].
void gate_forward(const Tensor& gate, const Tensor& x, Tensor& gated);

struct GateGradients {
    Tensor& gate;
    Tensor& x;
};

/// Sets the gradients of gate and x.
void gate_backward(const Tensor& gate, const Tensor& x, const Tensor& d_gated, GateGradients d);

/// Operands: gate, x.
Dependence gate_dependence();

}  // namespace vitrine
