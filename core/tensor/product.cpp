#include "core/tensor/product.h"

namespace vitrine {

namespace {

/// Up to this many multiplications a plain loop beats Eigen's packing; also the size of the buffer it turns weights into.
constexpr Size small_weight = 2048, small_product = 20'000;

/// Columns beside each other: outputs of one row are added up together, so that the inner loop is over contiguous memory.
void multiply_small(const ConstMatrixView& x, const ConstMatrixView& weight, const Scalar* bias, MatrixView& output) {
    alignas(64) Scalar columns[small_weight];
    const Size n = x.rows(), k = x.cols(), m = weight.rows();
    for (Size j = 0; j < m; ++j) {
        for (Size i = 0; i < k; ++i) columns[i * m + j] = weight(j, i);
    }
    for (Size r = 0; r < n; ++r) {
        Scalar* out = output.data() + r * m;
        for (Size j = 0; j < m; ++j) out[j] = bias ? bias[j] : Scalar(0);
        for (Size i = 0; i < k; ++i) {
            const Scalar factor = x(r, i);
            for (Size j = 0; j < m; ++j) out[j] += factor * columns[i * m + j];
        }
    }
}

}  // namespace

void multiply_transposed(const ConstMatrixView& x, const ConstMatrixView& weight, const Scalar* bias, MatrixView output) {
    if (weight.size() <= small_weight && x.rows() * weight.size() <= small_product) {
        multiply_small(x, weight, bias, output);
        return;
    }
    output.noalias() = x * weight.transpose();
    if (bias) output.rowwise() += ConstRowView(bias, output.cols());
}

}  // namespace vitrine
