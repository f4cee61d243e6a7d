#include "core/ops/linear.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/tensor/eigen.h"
#include "core/tensor/product.h"

namespace vitrine {

namespace {

Size row_count(const Projection& projection) {
    return projection.count < 0 ? projection.weight.size(0) - projection.first : projection.count;
}

/// The rows used by the projection, of a matrix shaped like its weight.
ConstMatrixView used_rows(const Tensor& weight, const Projection& projection) {
    const Size input = weight.size(1);
    return {weight.data() + projection.first * input, row_count(projection), input};
}
MatrixView used_rows(Tensor& weight, const Projection& projection) {
    const Size input = weight.size(1);
    return {weight.data() + projection.first * input, row_count(projection), input};
}

}  // namespace

void linear_forward(const Tensor& x, const Projection& projection, Tensor& output) {
    const auto bias = projection.bias.empty() ? nullptr : projection.bias.data() + projection.first;
    multiply_transposed(rows(x), used_rows(projection.weight, projection), rows(output), {.bias = bias});
}

void linear_backward(const Tensor& x, const Projection& projection, const Tensor& d_output, LinearGradients d) {
    // output = x · weightᵀ + bias
    multiply(rows(d_output), used_rows(projection.weight, projection), rows(d.x), {.write = d.x_write});
    transposed_multiply(rows(d_output), rows(x), used_rows(d.weight, projection));
    if (projection.bias.empty()) return;
    RowView d_bias(d.bias.data() + projection.first, row_count(projection));
    d_bias.setZero();
    for (Size i = 0; i < rows(d_output).rows(); ++i) d_bias += rows(d_output).row(i);  // in memory order
}

namespace {

Tensor first_positions(const Tensor& x) {
    Tensor first{Axis::batch, Axis::feature};
    first.resize({x.size(0), x.size(2)});
    rows(first) = ConstHeadView(x.data(), x.size(0), x.size(2), Eigen::OuterStride<>(x.size(1) * x.size(2)));
    return first;
}

}  // namespace

void linear_of_first_forward(const Tensor& x, const Projection& projection, Tensor& output) {
    linear_forward(first_positions(x), projection, output);
}

void linear_of_first_backward(const Tensor& x, const Projection& projection, const Tensor& d_output, LinearGradients d) {
    const Tensor first = first_positions(x);
    Tensor d_first{Axis::batch, Axis::feature};
    d_first.resize_like(first);
    linear_backward(first, projection, d_output, {d_first, d.weight, d.bias});
    d.x.fill(0);
    for (Size b = 0; b < x.size(0); ++b) std::copy_n(&d_first.at({b, 0}), x.size(2), &d.x.at({b, 0, 0}));
}

Dependence linear_dependence(const LinearNames& names) {
    // The rows of the weight are those of head 0, then those of head 1, and so on; c is the dimension within a head.
    const std::string row = names.in_heads ? "(hc)" : "c";
    const std::string place = names.in_heads ? place_text('h', 'c', {names.first}) : "c";
    Dependence linear;
    linear.kind = DependenceKind::sum;
    linear.output = names.in_heads ? "bhlc" : "blc";
    linear.formula = fmt::format("{}[l,c] = Σ {}[l,i] · {}[{},i]", names.output, names.input, names.weight, place);
    linear.terms = {{.label = "", .factors = {{0, "bli"}, {1, row + "i", {names.first}}}}};
    if (!names.bias.empty()) {
        linear.formula += fmt::format(" + {}[{}]", names.bias, place);
        linear.terms.push_back({.label = "bias", .factors = {{2, row, {names.first}}}});
    }
    return linear;
}

Dependence sentence_linear_dependence(const LinearNames& names, bool of_first) {
    Dependence linear{.kind = DependenceKind::sum, .output = "bc"};
    linear.formula = fmt::format("{}[c] = Σ {}[{}i] · {}[c,i]", names.output, names.input, of_first ? "0," : "", names.weight);
    linear.terms = {{.label = "", .factors = {{0, of_first ? "b0i" : "bi"}, {1, "ci"}}}};
    if (!names.bias.empty()) {
        linear.formula += fmt::format(" + {}[c]", names.bias);
        linear.terms.push_back({.label = "bias", .factors = {{2, "c"}}});
    }
    return linear;
}

}  // namespace vitrine
