#include "core/ops/exponential.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "tests/core/approximately.h"

namespace vitrine::exponential_test {
using namespace vitrine::tests;
using namespace vitrine::product_parts;

namespace {

Scalar exponential_of(Scalar x) { return exponential(Vector{} + x)[0]; }

/// How far it is from the exponential, as a part of that.
double relative_error(Scalar x) {
    const double exact = std::exp(static_cast<double>(x));
    return std::abs(static_cast<double>(exponential_of(x)) - exact) / exact;
}

}  // namespace

TEST_CASE("the exponential of what is not above 0 is right but for a bit or two") {
    const double least = is_double ? -708 : -87.33, half_a_bit = std::numeric_limits<Scalar>::epsilon() / 2;
    double furthest = 0;
    for (int i = 0; i <= 200'000; ++i) furthest = std::max(furthest, relative_error(static_cast<Scalar>(least * i / 200'000)));
    for (double x = -1; x < -1e-30; x /= 3) furthest = std::max(furthest, relative_error(static_cast<Scalar>(x)));
    CHECK(furthest < 3 * half_a_bit);
}

TEST_CASE("the exponential of 0 is 1, what underflows is 0, NaN stays NaN, each in its own lane") {
    constexpr Scalar infinity = std::numeric_limits<Scalar>::infinity();
    for (const Scalar zero : {Scalar(0), Scalar(-0.0)}) CHECK(exponential_of(zero) == 1);
    for (const Scalar low : {Scalar(is_double ? -709 : -88), Scalar(-1e9), std::numeric_limits<Scalar>::lowest(), -infinity})
        CHECK(exponential_of(low) == 0);
    CHECK(std::isnan(exponential_of(std::numeric_limits<Scalar>::quiet_NaN())));
    Vector mixed{};
    mixed[0] = -infinity, mixed[lanes - 1] = std::numeric_limits<Scalar>::quiet_NaN();
    CHECK(exponential(mixed)[0] == 0);
    for (int i = 1; i + 1 < lanes; ++i) CHECK(exponential(mixed)[i] == 1);
}

}  // namespace vitrine::exponential_test
