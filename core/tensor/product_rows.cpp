#include "core/tensor/product_rows.h"

#include "core/tensor/product_pack.h"

namespace vitrine::product_parts {

namespace {

/// So many rows of y are summed up together: as many as a vector has numbers, so that their sums can be added up as vectors.
using Sums = Block;

/// sums.row[r] = the products of x with row r of y, lane by lane. Rows from `count` on are zero.
Sums products(const Scalar* x, const MatrixIn& y, Size first, Size count) {
    Sums sums{};
    const Scalar* row = y.data + first * y.stride;
    Size l = 0;
    if (count >= lanes) {
        for (; l + lanes <= y.columns; l += lanes) {
            const Vector numbers = load(x + l);
#pragma GCC unroll 16
            for (int r = 0; r < lanes; ++r) {
                const Scalar* from = row + r * y.stride + l;
                __builtin_prefetch(from + lanes * y.stride);
                sums.row[r] += numbers * load(from);
            }
        }
    }
    for (; l < y.columns; l += lanes) {
        const Vector numbers = load(x + l, y.columns - l);
        for (Size r = 0; r < std::min<Size>(count, lanes); ++r)
            sums.row[r] += numbers * load(row + r * y.stride + l, y.columns - l);
    }
    return sums;
}

/// The sum of each row, side by side.
Vector totals(Sums sums) {
    transpose(sums);
    for (int half = lanes / 2; half > 0; half /= 2) {
        for (int r = 0; r < half; ++r) sums.row[r] += sums.row[r + half];
    }
    return sums.row[0];
}

}  // namespace

void multiply_rows(const MatrixIn& x, const MatrixIn& y, const MatrixOut& output, const ProductOptions& options, Size first,
                   Size last) {
    for (Size j = first; j < last; j += lanes) {
        const Size count = last - j;
        for (Size i = 0; i < x.rows; ++i) {
            Scalar* to = output.data + i * output.stride + j;
            Vector result = options.factor * totals(products(x.data + i * x.stride, y, j, count));
            if (options.bias) result += load(options.bias + j, count);
            if (options.write == Write::add) result += load(to, count);
            store(to, result, count);
        }
    }
}

}  // namespace vitrine::product_parts
