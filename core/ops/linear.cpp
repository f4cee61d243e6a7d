#include "core/ops/linear.h"

#include "core/tensor/eigen.h"
#include "core/tensor/product.h"

namespace vitrine {

void linear_forward(const Tensor& x, const Projection& projection, Tensor& output) {
    const Size input = projection.weight.size(1);
    const Size count = projection.count < 0 ? projection.weight.size(0) - projection.first : projection.count;
    const ConstMatrixView weight(projection.weight.data() + projection.first * input, count, input);
    const auto bias = projection.bias.empty() ? nullptr : projection.bias.data() + projection.first;
    multiply_transposed(rows(x), weight, bias, rows(output));
}

}  // namespace vitrine
