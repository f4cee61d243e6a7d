#pragma once
/// Exponentials and sums for the softmax. The result for a row depends on the numbers of this row alone, not on its place in memory
/// or the rows computed with it. So the softmax of a block of rows equals that of the whole tensor bit for bit.

#include <limits>

#include "core/tensor/eigen.h"
#include "core/tensor/product_kernel.h"

namespace vitrine {

using Lanes = Eigen::Array<Scalar, product_parts::lanes, 1>;

/// exp in single precision, as 2^n · exp(rest) with x = n · ln 2 + rest. Requires: 2^−126 ≤ exp(x) ≤ 1.
inline product_parts::Vector single_exponential(product_parts::Vector x) {
    using product_parts::Vector;
    // Adding so large a number rounds x / ln 2 to the integer n, which then is in the lowest bits, together with the exponent bias.
    constexpr Scalar rounding = Scalar(3 << 22) + 127, inverse_ln2 = Scalar(1.44269504);
    const Vector rounded = x * inverse_ln2 + rounding, n = rounded - rounding;
    // ln 2 in two parts. The first has few digits, so its product with n is exact.
    constexpr Scalar ln2_begin = Scalar(0.693359375), ln2_rest = Scalar(-2.12194440e-4);
    const Vector rest = x - n * ln2_begin - n * ln2_rest;
    // Polynomial for exp(rest) with a relative error of at most 3.3e-9.
    Vector power = rest * Scalar(0x1.6a1a7p-10) + Scalar(0x1.123fc6p-7);
    for (const Scalar coefficient : {Scalar(0x1.555916p-5), Scalar(0x1.55548ap-3), Scalar(0x1.fffffcp-2), Scalar(1), Scalar(1)})
        power = power * rest + coefficient;
    decltype(x < x) bits;
    std::memcpy(&bits, &rounded, sizeof bits);
    bits <<= 23;
    Vector scale;
    std::memcpy(&scale, &bits, sizeof scale);
    return power * scale;
}

/// exp(x) for x ≤ 0; NaN for NaN. Results below the smallest normal number become 0. Requires: no x > 0.
inline product_parts::Vector exponential(product_parts::Vector x) {
    using product_parts::Vector;
    if (sizeof(Scalar) == sizeof(float)) {
        constexpr Scalar least = Scalar(-87.3365);
        return x < least ? Vector{} : single_exponential(x);
    }
    Lanes numbers;
    product_parts::store(numbers.data(), x);
    numbers = numbers.exp();
    const Vector result = product_parts::load(numbers.data());
    return result < std::numeric_limits<Scalar>::min() ? Vector{} : result;
}

/// The sum of a vector's numbers.
inline Scalar total(product_parts::Vector x) {
    Lanes numbers;
    product_parts::store(numbers.data(), x);
    return numbers.sum();
}

}  // namespace vitrine
