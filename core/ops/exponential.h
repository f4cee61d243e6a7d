#pragma once
/// The exponentials of a softmax and their sum. Each depends on the numbers of its row alone, not on where the row lies in memory
/// nor on which rows are computed together, so that the softmax of a block of rows is, bit for bit, that of the whole tensor.

#include <limits>

#include "core/tensor/eigen.h"
#include "core/tensor/product_kernel.h"

namespace vitrine {

using Lanes = Eigen::Array<Scalar, product_parts::lanes, 1>;

/// exp in single precision, of numbers for which it is at least 2^−126 and at most 1: 2^n · exp(rest) where x = n · ln 2 + rest.
inline product_parts::Vector single_exponential(product_parts::Vector x) {
    using product_parts::Vector;
    // Added to so large a number, x / ln 2 is rounded to the integer n, which stands in its lowest bits then, with the bias that
    // an exponent has.
    constexpr Scalar rounding = Scalar(3 << 22) + 127, inverse_ln2 = Scalar(1.44269504);
    const Vector rounded = x * inverse_ln2 + rounding, n = rounded - rounding;
    // ln 2 in two parts, of which the first has few digits: its product is exact.
    constexpr Scalar ln2_begin = Scalar(0.693359375), ln2_rest = Scalar(-2.12194440e-4);
    const Vector rest = x - n * ln2_begin - n * ln2_rest;
    // Furthest from exp by 3.3e-9 of it, on either side of 0 as far as rest goes.
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

/// exp of numbers that are 0 or less; NaN of NaN. What is smaller than the smallest normal number is 0.
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
