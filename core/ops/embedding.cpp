#include "core/ops/embedding.h"

#include <cmath>

#include <fmt/format.h>

#include "core/tensor/eigen.h"

namespace vitrine {

void embedding_forward(const IndexTensor& tokens, const Tensor& weight, Tensor& output) {
    const auto table = rows(weight);
    auto out = rows(output);
    for (Size position = 0; position < tokens.count(); ++position) out.row(position) = table.row(tokens.data()[position]);
}

void embedding_backward(const IndexTensor& tokens, const Tensor& d_output, Tensor& d_weight) {
    // output[b, l] = weight[tokens[b, l]]
    const auto d_out = rows(d_output);
    auto d_table = rows(d_weight);
    for (Size position = 0; position < tokens.count(); ++position) d_table.row(tokens.data()[position]) += d_out.row(position);
}

void scale_forward(const Tensor& x, Scalar factor, Tensor& output) { rows(output) = factor * rows(x); }

void scale_backward(const Tensor& d_output, Scalar factor, Tensor& d_x) {
    // output = factor · x
    rows(d_x) = factor * rows(d_output);
}

void sinusoidal_positions(Tensor& output, Size first) {
    const Size width = output.size(1);
    for (Size feature = 0; feature < width; ++feature) {
        const double even = static_cast<double>(feature - feature % 2);
        const double frequency = std::exp(-std::log(10000.0) * even / static_cast<double>(width));
        for (Size position = 0; position < output.size(0); ++position) {
            const double angle = static_cast<double>(first + position) * frequency;
            output.at({position, feature}) = static_cast<Scalar>(feature % 2 ? std::cos(angle) : std::sin(angle));
        }
    }
}

void learned_positions_forward(const Tensor& weight, Tensor& output, Size first) {
    rows(output) = rows(weight).middleRows(first, output.size(0));
}

void learned_positions_backward(const Tensor& d_output, Tensor& d_weight) {
    // output[l] = weight[l]
    const Size length = d_output.size(0);
    rows(d_weight).topRows(length) = rows(d_output);
    rows(d_weight).bottomRows(d_weight.size(0) - length).setZero();
}

namespace {

/// The sentences of a batch are contiguous, so each is one long row that is added to all positions at once.
template <class Views, class Cells>
auto sentences_of(Cells* cells, const Tensor& batch) {
    return Views(cells, batch.size(0), batch.count() / batch.size(0));
}

}  // namespace

void add_positions_forward(const Tensor& x, const Tensor& positions, Tensor& output) {
    sentences_of<MatrixView>(output.data(), output) = sentences_of<ConstMatrixView>(x.data(), x).rowwise() + row(positions);
}

void add_positions_backward(const Tensor& d_output, Tensor& d_x, Tensor& d_positions) {
    // output[b] = x[b] + positions
    rows(d_x) = rows(d_output);
    if (!d_positions.empty()) row(d_positions) = sentences_of<ConstMatrixView>(d_output.data(), d_output).colwise().sum();
}

Dependence embedding_dependence() {
    return {.kind = DependenceKind::select,
            .output = "ble",
            .formula = "embedding[l,e] = table[token[l],e]",
            .terms = {{.label = "token", .factors = {{0, "bl"}}}, {.label = "table", .factors = {{1, "@e"}}}},
            .result = [](const TermValues& found) { return found[1]; },
            .gradients = {{.operand = 1,
                           .output = "@e",
                           .formula = "∂table[token,e] = Σ ∂embedding[l,e] over all l with this token",
                           .terms = {{.factors = {{output_gradient, "ble"}}}}}}};
}

Dependence scale_dependence(double factor, std::string formula) {
    return {.kind = DependenceKind::sum,
            .output = "blj",
            .formula = std::move(formula),
            .terms = {{.label = "x", .factors = {{0, "blj"}}}},
            .scale = factor};
}

Dependence sinusoidal_positions_dependence(Size width) {
    const auto wave = [width](const Index& cell, double) {
        const Size feature = cell[1], even = feature - feature % 2;
        const double angle =
            static_cast<double>(cell[0]) * std::pow(10000, -static_cast<double>(even) / static_cast<double>(width));
        return feature % 2
                   ? Constant{std::cos(angle), fmt::format("cos({} / 10000^({}/{})) = cos({:.4f})", cell[0], even, width, angle)}
                   : Constant{std::sin(angle), fmt::format("sin({} / 10000^({}/{})) = sin({:.4f})", cell[0], even, width, angle)};
    };
    return {.kind = DependenceKind::sum,
            .output = "lj",
            .formula = "positions[l,j] = sin or cos(l / 10000^(2i/D)), i = ⌊j/2⌋",
            .terms = {{.label = "wave", .constant = wave}}};
}

Dependence learned_positions_dependence() {
    return {.kind = DependenceKind::copy,
            .output = "lj",
            .formula = "positions[l,j] = table[l,j]",
            .terms = {{.label = "table", .factors = {{0, "lj"}}}}};
}

Dependence add_positions_dependence() {
    return {.kind = DependenceKind::sum,
            .output = "blj",
            .formula = "sum[l,j] = x[l,j] + positions[l,j]",
            .terms = {{.label = "x", .factors = {{0, "blj"}}}, {.label = "position", .factors = {{1, "lj"}}}}};
}

}  // namespace vitrine
