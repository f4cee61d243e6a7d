#include "core/ops/linear.h"

#include "core/tensor/eigen.h"
#include "core/tensor/product.h"

namespace vitrine {

namespace {

Size row_count(const Projection& projection) {
    return projection.count < 0 ? projection.weight.size(0) - projection.first : projection.count;
}

/// The rows of a matrix shaped like the projection's weight that the projection uses.
ConstMatrixView used_rows(const Tensor& weight, const Projection& projection) {
    const Size input = weight.size(1);
    return {weight.data() + projection.first * input, row_count(projection), input};
}
MatrixView used_rows(Tensor& weight, const Projection& projection) {
    const Size input = weight.size(1);
    return {weight.data() + projection.first * input, row_count(projection), input};
}

}  // namespace

void linear_forward(const Tensor& x, const Projection& projection, Tensor& output) {
    const auto bias = projection.bias.empty() ? nullptr : projection.bias.data() + projection.first;
    multiply_transposed(rows(x), used_rows(projection.weight, projection), rows(output), {.bias = bias});
}

void linear_backward(const Tensor& x, const Projection& projection, const Tensor& d_output, LinearGradients d) {
    // output = x · weightᵀ + bias
    multiply(rows(d_output), used_rows(projection.weight, projection), rows(d.x), {.write = d.x_write});
    transposed_multiply(rows(d_output), rows(x), used_rows(d.weight, projection));
    if (projection.bias.empty()) return;
    RowView d_bias(d.bias.data() + projection.first, row_count(projection));
    d_bias.setZero();
    for (Size i = 0; i < rows(d_output).rows(); ++i) d_bias += rows(d_output).row(i);  // in the order they lie in memory
}

}  // namespace vitrine
