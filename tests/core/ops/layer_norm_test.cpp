#include "core/ops/layer_norm.h"

#include <limits>

#include <doctest/doctest.h>

#include "tests/core/approximately.h"

namespace vitrine::layer_norm_test {
using namespace vitrine::tests;

namespace {

Tensor rows_of(std::initializer_list<Size> shape, std::initializer_list<double> values) {
    return tensor_of(shape, values, Axis::batch, Axis::position, Axis::feature);
}

/// Gain 1, no bias.
LayerNormParameters plain(Size width) {
    LayerNormParameters parameters;
    parameters.weight.resize({width});
    parameters.weight.fill(1);
    return parameters;
}

void check_row(const Tensor& output, Size row, std::initializer_list<double> expected) {
    Size i = row * output.size(2);
    for (const double value : expected) CHECK(static_cast<double>(output.data()[i++]) == approximately(value));
}

}  // namespace

TEST_CASE("torch's layer norm divides by the root of the biased variance plus epsilon") {
    LayerNormActivations a;
    layer_norm_forward(rows_of({1, 1, 4}, {1, 2, 4, 9}), plain(4), {LayerNormKind::torch, Scalar(1e-5)}, a);
    CHECK(static_cast<double>(a.mean.data()[0]) == approximately(4));
    CHECK(static_cast<double>(a.deviation.data()[0]) == approximately(3.0822086236982726));
    check_row(a.output, 0, {-0.9733280145068076, -0.6488853430045385, 0, 1.6222133575113462});
}

TEST_CASE("the Annotated Transformer's divides by the unbiased deviation, epsilon added to it") {
    LayerNormActivations a;
    layer_norm_forward(rows_of({1, 1, 4}, {1, 2, 4, 9}), plain(4), {LayerNormKind::annotated, Scalar(1e-5)}, a);
    CHECK(static_cast<double>(a.deviation.data()[0]) == approximately(3.559036084010437));
    check_row(a.output, 0, {-0.8429248620091266, -0.5619499080060844, 0, 1.4048747700152109});
}

TEST_CASE("gain and bias are applied after normalising, feature by feature") {
    LayerNormParameters parameters{tensor_of({2}, {2, 3}, Axis::feature), tensor_of({2}, {10, 20}, Axis::feature)};
    LayerNormActivations a;
    layer_norm_forward(rows_of({1, 2, 2}, {-1, 1, 8, 4}), parameters, {LayerNormKind::torch, 0}, a);
    check_row(a.output, 0, {8, 23});
    check_row(a.output, 1, {12, 17});
}

TEST_CASE("rows are normalised one by one") {
    LayerNormActivations together, alone;
    layer_norm_forward(rows_of({2, 1, 3}, {1, 2, 6, -5, 0, 7}), plain(3), {}, together);
    layer_norm_forward(rows_of({1, 1, 3}, {-5, 0, 7}), plain(3), {}, alone);
    for (Size i = 0; i < 3; ++i) CHECK(together.output.data()[3 + i] == alone.output.data()[i]);
}

TEST_CASE("a row of equal values gives the bias, never NaN") {
    for (const LayerNormKind kind : {LayerNormKind::torch, LayerNormKind::annotated}) {
        LayerNormParameters parameters = plain(3);
        parameters.bias = tensor_of({3}, {1, 2, 3}, Axis::feature);
        LayerNormActivations a;
        layer_norm_forward(rows_of({1, 1, 3}, {4, 4, 4}), parameters, {kind, Scalar(1e-6)}, a);
        check_row(a.output, 0, {1, 2, 3});
    }
}

TEST_CASE("a NaN stays in its row") {
    LayerNormActivations a;
    layer_norm_forward(rows_of({1, 2, 2}, {std::numeric_limits<double>::quiet_NaN(), 1, 3, 5}), plain(2), {}, a);
    CHECK(a.output.data()[1] != a.output.data()[1]);
    CHECK(a.output.data()[2] == a.output.data()[2]);
}

}  // namespace vitrine::layer_norm_test
