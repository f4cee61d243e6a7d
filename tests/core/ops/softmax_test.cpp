#include "core/ops/softmax.h"

#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "core/tensor/random.h"
#include "tests/core/approximately.h"

namespace vitrine::softmax_test {
using namespace vitrine::tests;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity(), not_a_number = std::numeric_limits<double>::quiet_NaN();

Tensor softmax(const Tensor& x) {
    Tensor output = x;
    softmax_forward(x, output);
    return output;
}

Tensor row_of(std::initializer_list<double> values) {
    return tensor_of({1, static_cast<Size>(values.size())}, values, Axis::position, Axis::feature);
}

void check_row(const Tensor& actual, std::initializer_list<double> expected) {
    Size i = 0;
    for (const double value : expected) CHECK(static_cast<double>(actual.data()[i++]) == approximately(value));
}

}  // namespace

TEST_CASE("softmax is the share of each exponential") {
    check_row(softmax(row_of({1, 2, 3})), {0.09003057317038046, 0.24472847105479767, 0.6652409557748219});
    check_row(softmax(row_of({5})), {1});
}

TEST_CASE("a constant added to a row changes nothing, however large") {
    for (const double added : {-1e4, 1e4}) {
        check_row(softmax(row_of({1 + added, 2 + added, 3 + added})),
                  {0.09003057317038046, 0.24472847105479767, 0.6652409557748219});
    }
    check_row(softmax(row_of({1e30, -1e30})), {1, 0});
}

TEST_CASE("minus infinity and what underflows become exactly 0") {
    const Tensor weights = softmax(row_of({0, -infinity, -1e9, 0}));
    CHECK(weights.data()[0] == Scalar(0.5));
    CHECK(weights.data()[1] == 0);
    CHECK(weights.data()[2] == 0);
}

TEST_CASE("a row of nothing but minus infinity gives zeros, a row of one finite value shares equally") {
    check_row(softmax(row_of({-infinity, -infinity})), {0, 0});
    check_row(softmax(row_of({-1e9, -1e9, -1e9, -1e9})), {0.25, 0.25, 0.25, 0.25});
}

TEST_CASE("a row with NaN or plus infinity gives NaN and leaves other rows alone") {
    for (const double poison : {not_a_number, infinity}) {
        const Tensor weights = softmax(tensor_of({2, 2}, {poison, 0, 1, 1}, Axis::position, Axis::feature));
        CHECK(std::isnan(weights.data()[0]));
        CHECK(std::isnan(weights.data()[1]));
        CHECK(weights.data()[2] == Scalar(0.5));
    }
}

TEST_CASE("softmax agrees with exponentials in double precision for every shape, and its rows sum to 1") {
    Random random(1);
    for (const Size width : {1, 2, 3, 7, 8, 17, 64, 1001}) {
        for (const Size count : {1, 5, 63, 64, 65, 200}) {
            Tensor x(Axis::position, Axis::feature);
            x.resize({count, width});
            for (Size i = 0; i < x.count(); ++i) x.data()[i] = static_cast<Scalar>(4 * random.normal());
            const Tensor weights = softmax(x);
            const Size row = count - 1;
            double sum = 0, total = 0;
            for (Size i = 0; i < width; ++i) sum += std::exp(static_cast<double>(x.at({row, i})));
            for (Size i = 0; i < width; ++i) {
                total += static_cast<double>(weights.at({row, i}));
                CHECK(static_cast<double>(weights.at({row, i})) ==
                      approximately(std::exp(static_cast<double>(x.at({row, i}))) / sum));
            }
            CHECK(total == approximately(1));
        }
    }
}

TEST_CASE("the mask of a sentence covers all its heads") {
    const Tensor scores = tensor_of({2, 2, 1, 2}, {1, 2, 3, 4, 5, 6, 7, 8}, Axis::batch, Axis::head, Axis::query, Axis::key);
    MaskTensor mask(Axis::batch, Axis::head, Axis::query, Axis::key);
    mask.resize({2, 1, 1, 2});
    mask.fill(1);
    mask.at({0, 0, 0, 1}) = 0, mask.at({1, 0, 0, 0}) = 0;
    Tensor output = scores;
    mask_forward(scores, mask, Scalar(-1e9), output);
    check_row(output, {1, -1e9, 3, -1e9, -1e9, 6, -1e9, 8});
}

TEST_CASE("a masked NaN is replaced") {
    const Tensor scores = tensor_of({1, 1, 1, 2}, {not_a_number, 2}, Axis::batch, Axis::head, Axis::query, Axis::key);
    MaskTensor mask(Axis::batch, Axis::head, Axis::query, Axis::key);
    mask.resize({1, 1, 1, 2});
    mask.at({0, 0, 0, 0}) = 0, mask.at({0, 0, 0, 1}) = 1;
    Tensor output = scores;
    mask_forward(scores, mask, Scalar(-infinity), output);
    CHECK(output.data()[0] == Scalar(-infinity));
    CHECK(output.data()[1] == 2);
}

}  // namespace vitrine::softmax_test
