#include "core/ops/activation.h"

#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "tests/core/approximately.h"

namespace vitrine::activation_test {
using namespace vitrine::tests;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

void check_values(ActivationKind kind, std::initializer_list<double> expected) {
    const Tensor x = tensor_of({1, 1, 7}, {-3, -1, -0.5, 0, 0.5, 1, 3}, Axis::batch, Axis::position, Axis::hidden);
    Tensor output = x;
    activation_forward(x, kind, output);
    Size i = 0;
    for (const double value : expected) CHECK(static_cast<double>(output.data()[i++]) == approximately(value));
}

}  // namespace

TEST_CASE("ReLU keeps what is positive") { check_values(ActivationKind::relu, {0, 0, 0, 0, 0.5, 1, 3}); }

TEST_CASE("GELU weighs x with the normal distribution's probability of less than x") {
    check_values(ActivationKind::gelu, {-0.00404969409489031, -0.15865525393145707, -0.15426876936299344, 0, 0.34573123063700656,
                                        0.8413447460685429, 2.99595030590511});
}

TEST_CASE("SiLU weighs x with its logistic function") {
    check_values(ActivationKind::silu, {-0.14227761953270035, -0.2689414213699951, -0.1887703343990727, 0, 0.3112296656009273,
                                        0.7310585786300049, 2.8577223804672998});
}

TEST_CASE("large values pass, very negative ones vanish, NaN stays NaN") {
    for (const ActivationKind kind : {ActivationKind::relu, ActivationKind::gelu, ActivationKind::silu}) {
        const Tensor x = tensor_of({1, 1, 3}, {60, -60, not_a_number}, Axis::batch, Axis::position, Axis::hidden);
        Tensor output = x;
        activation_forward(x, kind, output);
        CHECK(static_cast<double>(output.data()[0]) == approximately(60));
        CHECK(std::abs(static_cast<double>(output.data()[1])) < 1e-20);
        CHECK(std::isnan(output.data()[2]));
    }
}

}  // namespace vitrine::activation_test
