#include "core/tensor/product_rows.h"

#include "core/tensor/product_pack.h"

namespace vitrine::product_parts {

namespace {

/// The products of two rows, summed lane by lane in several independent sums, which hide the latency of an addition.
Vector lane_products(const Scalar* x, const Scalar* y, Size count) {
    constexpr int side_by_side = 4;
    Vector sums[side_by_side] = {};
    Size l = 0;
    for (; l + side_by_side * lanes <= count; l += side_by_side * lanes) {
#pragma GCC unroll 4
        for (int i = 0; i < side_by_side; ++i) sums[i] += load(x + l + i * lanes) * load(y + l + i * lanes);
    }
    for (; l < count; l += lanes) sums[0] += load(x + l, count - l) * load(y + l, count - l);
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

/// The dot products of x with `lanes` rows of y, so that their sums form one vector; zeros from `count` on. Row after row, because
/// memory answers sequential reads fastest.
Block products(const Scalar* x, const MatrixIn& y, Size first, Size count) {
    Block sums{};
    for (Size r = 0; r < std::min<Size>(count, lanes); ++r)
        sums.row[r] = lane_products(x, y.data + (first + r) * y.stride, y.columns);
    return sums;
}

/// The sum of each row as one vector.
Vector totals(Block sums) {
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
