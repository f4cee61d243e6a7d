#include "core/tensor/statistics.h"

#include <limits>

#include <doctest/doctest.h>

#include "tests/core/approximately.h"

namespace vitrine::statistics_test {
using namespace vitrine::tests;

TEST_CASE("statistics of plain numbers are their range, mean and population deviation") {
    const Tensor tensor = tensor_of({2, 4}, {2, 4, 4, 4, 5, 5, 7, 9}, Axis::position, Axis::feature);
    const Statistics s = statistics(view(tensor));
    CHECK(s.minimum == 2);
    CHECK(s.maximum == 9);
    CHECK(s.mean == doctest::Approx(5));
    CHECK(s.standard_deviation == doctest::Approx(2));
    CHECK(s.finite == 8);
    CHECK(s.zero == 0);
}

TEST_CASE("NaN and infinities are counted and left out of range and mean") {
    const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
    const Tensor tensor = tensor_of({7}, {nan, -1, infinity, 0, -infinity, 4, nan}, Axis::feature);
    const Statistics s = statistics(view(tensor));
    CHECK(s.nan == 2);
    CHECK(s.infinite == 2);
    CHECK(s.finite == 3);
    CHECK(s.zero == 1);
    CHECK(s.minimum == -1);
    CHECK(s.maximum == 4);
    CHECK(s.mean == doctest::Approx(1));
}

TEST_CASE("a tensor without finite numbers, or an absent one, has zeros for its range") {
    const double infinity = std::numeric_limits<double>::infinity();
    const Tensor masked = tensor_of({2}, {-infinity, -infinity}, Axis::feature);
    CHECK(statistics(view(masked)).infinite == 2);
    for (const TensorView& tensor : {view(masked), TensorView{}}) {
        const Statistics s = statistics(tensor);
        CHECK(s.minimum == 0);
        CHECK(s.maximum == 0);
        CHECK(s.mean == 0);
        CHECK(s.standard_deviation == 0);
        CHECK(s.finite == 0);
    }
}

TEST_CASE("a tiny spread around a large mean is not lost") {
    Tensor tensor(Axis::feature);
    tensor.resize({1000});
    for (Size i = 0; i < 1000; ++i) tensor.data()[i] = static_cast<Scalar>(i % 2 ? 4097 : 4095);
    const Statistics s = statistics(view(tensor));
    CHECK(s.mean == doctest::Approx(4096));
    CHECK(s.standard_deviation == doctest::Approx(1));
}

TEST_CASE("integers and masks have statistics as well") {
    IndexTensor tokens(Axis::batch, Axis::position);
    tokens.resize({1, 3});
    tokens.at({0, 0}) = 3, tokens.at({0, 1}) = 0, tokens.at({0, 2}) = 9;
    CHECK(statistics(view(tokens)).maximum == 9);
    CHECK(statistics(view(tokens)).zero == 1);
}

}  // namespace vitrine::statistics_test
