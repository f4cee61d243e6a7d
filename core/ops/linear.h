#pragma once
/// A linear layer: every projection of the paper's sections 3.2.2, 3.3 and 3.4.

#include "core/ops/dependence.h"
#include "core/tensor/fields.h"
#include "core/tensor/write.h"

namespace vitrine {

struct LinearParameters {
    Tensor weight{Axis::output, Axis::input}, bias{Axis::output};  // an empty bias: none

    static constexpr auto fields() {
        return std::tuple{Field{"weight", &LinearParameters::weight}, Field{"bias", &LinearParameters::bias}};
    }
};

/// The rows of a weight matrix, and of its bias, that one product uses: all of them, or the third that makes queries.
struct Projection {
    const Tensor& weight;  // [output, input]
    const Tensor& bias;    // [output], or empty
    Size first = 0;        // the first row used
    Size count = -1;       // how many rows; −1: all from first on
};

/// output = x · weightᵀ + bias, position by position. x: [B, L, input]; output has its size already, heads apart or together.
void linear_forward(const Tensor& x, const Projection& projection, Tensor& output);

/// Where the gradients of a linear layer go. Weight and bias are as large as the projection's, of which the same rows are set.
struct LinearGradients {
    Tensor& x;
    Tensor& weight;
    Tensor& bias;
    Write x_write = Write::set;  // add: x has other readers
};

void linear_backward(const Tensor& x, const Projection& projection, const Tensor& d_output, LinearGradients d);

/// What a linear layer's tensors are called in its formula, and which rows of its weight it uses.
struct LinearNames {
    std::string output, input, weight, bias{};  ///< an empty bias: none
    bool in_heads = false;                      ///< the output is [B, H, L, d]
    Size first = 0;                             ///< the first row of the weight
};

/// Operands: x, weight and, where there is one, bias.
Dependence linear_dependence(const LinearNames& names);

}  // namespace vitrine
