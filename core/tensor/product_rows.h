#pragma once
/// x · yᵀ for an x of few rows, as when a sequence grows token by token: each number of y is read once, without packing.

#include "core/tensor/product.h"

namespace vitrine::product_parts {

/// This way pays for at most `row_by_row` rows of x and at least `worth_row_by_row` numbers of y; otherwise packing y is faster.
constexpr Size row_by_row = 6, worth_row_by_row = 1024;

/// Computes columns first … last − 1 of output = x · yᵀ on the calling thread. x: [n, k], y: [m, k], output: [n, m].
void multiply_rows(const MatrixIn& x, const MatrixIn& y, const MatrixOut& output, const ProductOptions& options, Size first,
                   Size last);

}  // namespace vitrine::product_parts
