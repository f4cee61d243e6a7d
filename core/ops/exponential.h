#pragma once
/// The exponentials of a softmax and their sum. Each depends on the numbers of its row alone, not on where the row lies in memory
/// nor on which rows are computed together, so that the softmax of a block of rows is, bit for bit, that of the whole tensor.

#include <limits>

#include "core/tensor/eigen.h"
#include "core/tensor/product_kernel.h"

namespace vitrine {

using Lanes = Eigen::Array<Scalar, product_parts::lanes, 1>;

/// exp of every number. What is smaller than the smallest normal number is 0.
inline product_parts::Vector exponential(product_parts::Vector x) {
    Lanes numbers;
    product_parts::store(numbers.data(), x);
    numbers = numbers.exp();
    const product_parts::Vector result = product_parts::load(numbers.data());
    return result < std::numeric_limits<Scalar>::min() ? product_parts::Vector{} : result;
}

/// The sum of a vector's numbers.
inline Scalar total(product_parts::Vector x) {
    Lanes numbers;
    product_parts::store(numbers.data(), x);
    return numbers.sum();
}

}  // namespace vitrine
