#pragma once
/// Numbers equal up to what the build's Scalar can hold.

#include <doctest/doctest.h>

#include "core/tensor/tensor.h"

namespace vitrine::tests {

constexpr bool is_double = sizeof(Scalar) == 8;

/// An expected number, to be compared with one that took a few operations.
inline doctest::Approx approximately(double expected) {
    return doctest::Approx(expected).epsilon(is_double ? 1e-13 : 1e-5).scale(1);
}

/// A tensor of these axes with these numbers, the last axis moving fastest.
template <std::same_as<Axis>... Axes>
Tensor tensor_of(std::initializer_list<Size> shape, std::initializer_list<double> values, Axes... axes) {
    Tensor tensor(axes...);
    tensor.resize(shape);
    std::transform(values.begin(), values.end(), tensor.data(), [](double value) { return static_cast<Scalar>(value); });
    return tensor;
}

}  // namespace vitrine::tests
