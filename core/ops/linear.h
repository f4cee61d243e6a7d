#pragma once
/// A linear layer, as used for every projection of sections 3.2.2, 3.3 and 3.4.

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

/// The rows of a weight matrix and of its bias that one product uses: all of them, or for example the third that computes queries.
struct Projection {
    const Tensor& weight;  // [output, input]
    const Tensor& bias;    // [output], or empty
    Size first = 0;        // the first row used
    Size count = -1;       // how many rows; −1: all from first on
};

/// output = x · weightᵀ + bias at each position. x: [B, L, input]; output: [B, L, output] or [B, H, L, d].
/// Requires: output has its size and order.
void linear_forward(const Tensor& x, const Projection& projection, Tensor& output);

/// The gradients of a linear layer. weight and bias have the full size of the projection's; only its rows are set.
struct LinearGradients {
    Tensor& x;
    Tensor& weight;
    Tensor& bias;
    Write x_write = Write::set;  // add: other operations read x, too
};

/// Sets the gradients of weight and bias, and sets or adds that of x.
void linear_backward(const Tensor& x, const Projection& projection, const Tensor& d_output, LinearGradients d);

/// The same of the first position of every sentence alone. x: [B, L, input]; output: [B, output].
void linear_of_first_forward(const Tensor& x, const Projection& projection, Tensor& output);

/// Sets all gradients; that of x is 0 behind the first position.
void linear_of_first_backward(const Tensor& x, const Projection& projection, const Tensor& d_output, LinearGradients d);

/// The names of a linear layer's tensors in its formula, and the rows of the weight that it uses.
struct LinearNames {
    std::string output, input, weight, bias{};  ///< an empty bias: none
    bool in_heads = false;                      ///< the output is [B, H, L, d]
    Size first = 0;                             ///< the first row of the weight
};

/// Operands: x, weight, and bias if there is one.
Dependence linear_dependence(const LinearNames& names);

/// The same where the output has one row for each sentence, [B, output]. `of_first`: x is [B, L, input], of which it reads the
/// first position; otherwise [B, input].
Dependence sentence_linear_dependence(const LinearNames& names, bool of_first);

}  // namespace vitrine
