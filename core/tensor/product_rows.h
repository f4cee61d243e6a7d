#pragma once
/// x · yᵀ for an x of few rows, as when a sentence grows by a word: every number of y is read once, where it lies.

#include "core/tensor/product.h"

namespace vitrine::product_parts {

/// With more rows than this, preparing y for tiles pays; and it does where y has fewer numbers than that.
constexpr Size row_by_row = 6, worth_row_by_row = 1024;

/// The columns first … last − 1 of output = x · yᵀ, on the calling thread. x: [n, k], y: [m, k], output: [n, m].
void multiply_rows(const MatrixIn& x, const MatrixIn& y, const MatrixOut& output, const ProductOptions& options, Size first,
                   Size last);

}  // namespace vitrine::product_parts
