#include "core/ops/linear.h"

#include <doctest/doctest.h>

#include "core/ops/residual.h"
#include "tests/core/approximately.h"

namespace vitrine::linear_test {
using namespace vitrine::tests;

namespace {

const Tensor x = tensor_of({1, 2, 2}, {1, 2, 3, 4}, Axis::batch, Axis::position, Axis::feature);
const Tensor weight = tensor_of({3, 2}, {1, 10, 100, 1000, -1, -1}, Axis::output, Axis::input);
const Tensor bias = tensor_of({3}, {0.5, 0.25, 7}, Axis::output);

Tensor output_of(const Projection& projection, Size width) {
    Tensor output(Axis::batch, Axis::position, Axis::feature);
    output.resize({1, 2, width});
    linear_forward(x, projection, output);
    return output;
}

void check_values(const Tensor& actual, std::initializer_list<double> expected) {
    Size i = 0;
    for (const double value : expected) CHECK(static_cast<double>(actual.data()[i++]) == approximately(value));
}

}  // namespace

TEST_CASE("a linear layer multiplies with the transposed weight and adds the bias") {
    check_values(output_of({weight, bias}, 3), {21.5, 2100.25, 4, 43.5, 4300.25, 0});
}

TEST_CASE("an empty bias adds nothing") { check_values(output_of({weight, Tensor{}}, 3), {21, 2100, -3, 43, 4300, -7}); }

TEST_CASE("a projection uses its own rows of weight and bias") {
    check_values(output_of({weight, bias, 1, 2}, 2), {2100.25, 4, 4300.25, 0});
    check_values(output_of({weight, bias, 2}, 1), {4, 0});
}

TEST_CASE("a projection into heads that lie together is the same product, seen head by head") {
    Tensor heads(Axis::batch, Axis::head, Axis::query, Axis::feature);
    heads.resize({1, 3, 2, 1}, Order::heads_together);
    linear_forward(x, {weight, bias}, heads);
    CHECK(static_cast<double>(heads.at({0, 0, 1, 0})) == approximately(43.5));
    CHECK(static_cast<double>(heads.at({0, 2, 0, 0})) == approximately(4));
}

TEST_CASE("the residual connection adds cell by cell") {
    Tensor output = x;
    residual_forward(x, output_of({weight, bias, 1, 2}, 2), output);
    check_values(output, {2101.25, 6, 4303.25, 4});
}

}  // namespace vitrine::linear_test
