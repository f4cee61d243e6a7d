#pragma once
/// The one checker of gradients: central finite differences, in double.
///
///   TEST_CASE("scale backward agrees with finite differences" * in_double) {
///       Tensor x = random_tensor({2, 3}), output = x, d_x = x;
///       check_gradient({{x, d_x}}, output, [&] { scale_forward(x, 3, output); }, [&](auto& d) { scale_backward(d, 3, d_x); });
///   }

#include <cmath>
#include <initializer_list>
#include <vector>

#include <doctest/doctest.h>

#include "core/tensor/random.h"
#include "tests/core/approximately.h"

namespace vitrine::tests {

/// For tests that need more digits than float has.
inline const auto in_double = doctest::skip(!is_double);

/// A tensor of these axes with random numbers around 0.
template <std::same_as<Axis>... Axes>
Tensor random_tensor(std::initializer_list<Size> shape, std::uint64_t seed, Axes... axes) {
    Tensor tensor(axes...);
    tensor.resize(shape);
    Random random(seed);
    for (Size i = 0; i < tensor.count(); ++i) tensor.data()[i] = static_cast<Scalar>(random.normal());
    return tensor;
}

/// An input of a function, and the tensor with its gradient.
struct Differentiated {
    Tensor& x;
    const Tensor& gradient;
};

/// Compares every cell of the gradients with (loss(x + h) − loss(x − h)) / 2h: |analytic − numeric| ≤ 1e-7 · (1 + |numeric|). Where
/// the loss curves too much for that, as behind a norm of a row of almost equal numbers, the error of order h² is taken out by the
/// same quotient of 2h. Leaves the inputs unchanged.
template <class Loss>
void check_against_differences(const std::vector<Differentiated>& inputs, Loss&& loss) {
    constexpr double step = 1e-5;
    for (const Differentiated& input : inputs) {
        REQUIRE(input.gradient.count() == input.x.count());
        for (Size i = 0; i < input.x.count(); ++i) {
            const Index cell = index_of(input.x.layout(), i);
            const Scalar here = input.x.at(cell);
            const auto quotient = [&](double h) {
                input.x.at(cell) = here + Scalar(h);
                const double above = loss();
                input.x.at(cell) = here - Scalar(h);
                const double below = loss();
                input.x.at(cell) = here;
                return (above - below) / (2 * h);
            };
            const auto analytic = static_cast<double>(input.gradient.at(cell));
            const auto is_near = [analytic](double number) { return std::abs(analytic - number) <= 1e-7 * (1 + std::abs(number)); };
            double numeric = quotient(step);
            if (!is_near(numeric)) numeric = (4 * numeric - quotient(2 * step)) / 3;
            CAPTURE(i);
            CAPTURE(numeric);
            CAPTURE(analytic);
            CHECK(is_near(numeric));
        }
    }
}

/// The same for an operation: forward() fills the output from the inputs, backward(d_output) the gradients. The loss is the sum
/// of the output's cells with random weights, so that no two cells can be confused.
template <class Forward, class Backward>
void check_gradient(const std::vector<Differentiated>& inputs, const Tensor& output, Forward&& forward, Backward&& backward) {
    Tensor d_output = output;
    Random random(7);
    for (Size i = 0; i < d_output.count(); ++i) d_output.data()[i] = static_cast<Scalar>(random.normal());
    forward();
    backward(static_cast<const Tensor&>(d_output));
    check_against_differences(inputs, [&] {
        forward();
        double loss = 0;
        for (Size i = 0; i < output.count(); ++i) loss += static_cast<double>(output.data()[i] * d_output.data()[i]);
        return loss;
    });
    forward();
}

}  // namespace vitrine::tests
