#pragma once
/// Matrix products at two scales. Eigen's blocked product is near the hardware's limit for large matrices, but for a handful of
/// rows its packing costs several times the arithmetic. Included by .cpp files only, as eigen.h is.

#include "core/tensor/eigen.h"

namespace vitrine {

/// output = x · weightᵀ (+ bias in every row, where there is one). x: [n, k], weight: [m, k], output: [n, m].
void multiply_transposed(const ConstMatrixView& x, const ConstMatrixView& weight, const Scalar* bias, MatrixView output);

}  // namespace vitrine
