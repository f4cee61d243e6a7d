#include "core/ops/embedding.h"

#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "core/tensor/eigen.h"

namespace vitrine {

void embedding_forward(const IndexTensor& tokens, const Tensor& weight, Tensor& output) {
    const auto table = rows(weight);
    auto out = rows(output);
    for (Size position = 0; position < tokens.count(); ++position) {
        const std::int32_t token = tokens.data()[position];
        if (token < 0) {
            out.row(position).setZero();
        } else {
            out.row(position) = table.row(token);
        }
    }
}

void embedding_backward(const IndexTensor& tokens, const Tensor& d_output, std::int32_t untrained, Tensor& d_weight) {
    // output[b, l] = weight[tokens[b, l]]
    const auto d_out = rows(d_output);
    auto d_table = rows(d_weight);
    for (Size position = 0; position < tokens.count(); ++position) {
        const std::int32_t token = tokens.data()[position];
        if (token >= 0 && token != untrained) d_table.row(token) += d_out.row(position);
    }
}

void scale_forward(const Tensor& x, Scalar factor, Tensor& output) { rows(output) = factor * rows(x); }

void scale_backward(const Tensor& d_output, Scalar factor, Tensor& d_x) {
    // output = factor · x
    rows(d_x) = factor * rows(d_output);
}

namespace {

/// Whether feature j of D is a cosine, and 2i of its frequency 10000^(−2i/D).
struct Wave {
    bool is_cosine;
    Size twice;
};

Wave wave_of(Size feature, Size width, Waves waves) {
    if (waves == Waves::interleaved) return {feature % 2 == 1, feature - feature % 2};
    const Size sines = (width + 1) / 2;
    return feature < sines ? Wave{false, 2 * feature} : Wave{true, 2 * (feature - sines)};
}

}  // namespace

void sinusoidal_positions(Tensor& output, Size first, Waves waves) {
    const Size width = output.size(1);
    for (Size feature = 0; feature < width; ++feature) {
        const Wave wave = wave_of(feature, width, waves);
        const double frequency = std::exp(-std::log(10000.0) * static_cast<double>(wave.twice) / static_cast<double>(width));
        for (Size position = 0; position < output.size(0); ++position) {
            const double angle = static_cast<double>(first + position) * frequency;
            output.at({position, feature}) = static_cast<Scalar>(wave.is_cosine ? std::cos(angle) : std::sin(angle));
        }
    }
}

void learned_positions_forward(const Tensor& weight, Tensor& output, Size first) {
    rows(output) = rows(weight).middleRows(first, output.size(0));
}

void learned_positions_backward(const Tensor& d_output, Tensor& d_weight, Size first) {
    // output[l] = weight[first + l]
    d_weight.fill(0);
    rows(d_weight).middleRows(first, d_output.size(0)) = rows(d_output);
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

void add_embeddings_forward(const Tensor& x, const Tensor& positions, const Tensor& segment, Tensor& output) {
    if (positions.empty()) {
        rows(output) = rows(x);
    } else {
        add_positions_forward(x, positions, output);
    }
    if (!segment.empty()) rows(output) += rows(segment);
}

void add_positions_backward(const Tensor& d_output, Tensor& d_x, Tensor& d_positions) {
    // output[b] = x[b] + positions
    rows(d_x) = rows(d_output);
    if (!d_positions.empty()) row(d_positions) = sentences_of<ConstMatrixView>(d_output.data(), d_output).colwise().sum();
}

Dependence embedding_dependence(std::int32_t untrained, const std::string& output, const std::string& id) {
    TermRule looked_up{.factors = {{output_gradient, "ble"}}};
    if (untrained >= 0) {
        looked_up.constant = [untrained](const Index& cell, double) {
            return cell[0] == untrained ? Constant{0, "its row is not trained when it is looked up"} : Constant{1};
        };
    }
    return {.kind = DependenceKind::select,
            .output = "ble",
            .formula = fmt::format("{}[l,e] = table[{}[l],e]", output, id),
            .terms = {{.label = id, .factors = {{0, "bl"}}}, {.label = "table", .factors = {{1, "@e"}}}},
            .result = [](const TermValues& found) { return found[1]; },
            .gradients = {{.operand = 1,
                           .output = "@e",
                           .formula = fmt::format("∂table[{0},e] = Σ ∂{1}[l,e] over all l with this {0}", id, output),
                           .terms = {std::move(looked_up)}}}};
}

Dependence scale_dependence(double factor, std::string formula) {
    return {.kind = DependenceKind::sum,
            .output = "blj",
            .formula = std::move(formula),
            .terms = {{.label = "x", .factors = {{0, "blj"}}}},
            .scale = factor};
}

Dependence sinusoidal_positions_dependence(Size width, Waves waves) {
    const auto wave = [width, waves](const Index& cell, double) {
        const auto [is_cosine, twice] = wave_of(cell[1], width, waves);
        const double angle =
            static_cast<double>(cell[0]) * std::pow(10000, -static_cast<double>(twice) / static_cast<double>(width));
        return is_cosine
                   ? Constant{std::cos(angle), fmt::format("cos({} / 10000^({}/{})) = cos({:.4f})", cell[0], twice, width, angle)}
                   : Constant{std::sin(angle), fmt::format("sin({} / 10000^({}/{})) = sin({:.4f})", cell[0], twice, width, angle)};
    };
    return {.kind = DependenceKind::sum,
            .output = "lj",
            .formula = waves == Waves::interleaved ? "positions[l,j] = sin or cos(l / 10000^(2i/D)), i = ⌊j/2⌋"
                                                   : "positions[l,j] = sin or cos(l / 10000^(2i/D)), i = j or j − D/2",
            .terms = {{.label = "wave", .constant = wave}}};
}

Dependence learned_positions_dependence(Size first) {
    return {.kind = DependenceKind::copy,
            .output = "lj",
            .formula = first == 0 ? "positions[l,j] = table[l,j]" : fmt::format("positions[l,j] = table[l + {},j]", first),
            .terms = {{.label = "table", .factors = {{0, "lj", {first}}}}}};
}

Dependence add_positions_dependence() {
    return {.kind = DependenceKind::sum,
            .output = "blj",
            .formula = "sum[l,j] = x[l,j] + positions[l,j]",
            .terms = {{.label = "x", .factors = {{0, "blj"}}}, {.label = "position", .factors = {{1, "lj"}}}}};
}

Dependence add_embeddings_dependence(bool has_positions) {
    Dependence sum = add_positions_dependence();
    if (!has_positions) {
        sum.terms.pop_back();
        sum.formula = "sum[l,j] = x[l,j]";
    }
    sum.formula += " + segment[l,j]";
    sum.terms.push_back({.label = "segment", .factors = {{static_cast<int>(sum.terms.size()), "blj"}}});
    return sum;
}

}  // namespace vitrine
