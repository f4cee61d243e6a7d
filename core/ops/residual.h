#pragma once
/// The residual connection around every sublayer: x + Sublayer(x), section 3.1.

#include <array>
#include <span>
#include <string>
#include <vector>

#include "core/ops/dependence.h"

namespace vitrine {

/// What is added to x: the output of a sublayer or, where sublayers are parallel, the outputs of all of them, three at most.
struct Addends {
    std::array<const Tensor*, 3> tensors{};
    std::size_t count = 0;

    Addends() = default;
    Addends(const Tensor& only) { add(only); }
    void add(const Tensor& another) { tensors[count++] = &another; }
    std::span<const Tensor* const> all() const { return {tensors.data(), count}; }
};

/// output = x + the addends. All [B, L, D].
void residual_forward(const Tensor& x, const Addends& addends, Tensor& output);

/// output = the addends alone: a layer without its residual connection.
void sum_forward(const Addends& addends, Tensor& output);

/// Sets both gradients to d_output: the gradient passes a residual connection unchanged, which makes deep stacks trainable.
void residual_backward(const Tensor& d_output, Tensor& d_x, Tensor& d_sublayer);

/// Operands: x, and what is added to it, which the formula calls by these names.
Dependence residual_dependence(const std::vector<std::string>& added);

/// Operands: what is added. Without x.
Dependence sum_dependence(const std::vector<std::string>& added);

}  // namespace vitrine
