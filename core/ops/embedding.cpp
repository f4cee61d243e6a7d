#include "core/ops/embedding.h"

#include <cmath>

#include "core/tensor/eigen.h"

namespace vitrine {

void embedding_forward(const IndexTensor& tokens, const Tensor& weight, Tensor& output) {
    const auto table = rows(weight);
    auto out = rows(output);
    for (Size position = 0; position < tokens.count(); ++position) out.row(position) = table.row(tokens.data()[position]);
}

void scale_forward(const Tensor& x, Scalar factor, Tensor& output) { rows(output) = factor * rows(x); }

void sinusoidal_positions(Tensor& output) {
    const Size width = output.size(1);
    for (Size feature = 0; feature < width; ++feature) {
        const double even = static_cast<double>(feature - feature % 2);
        const double frequency = std::exp(-std::log(10000.0) * even / static_cast<double>(width));
        for (Size position = 0; position < output.size(0); ++position) {
            const double angle = static_cast<double>(position) * frequency;
            output.at({position, feature}) = static_cast<Scalar>(feature % 2 ? std::cos(angle) : std::sin(angle));
        }
    }
}

void learned_positions(const Tensor& weight, Tensor& output) { rows(output) = rows(weight).topRows(output.size(0)); }

void add_positions_forward(const Tensor& x, const Tensor& positions, Tensor& output) {
    // The sentences of a batch lie one after another, so each is one long row beside all positions.
    const Size sentences = x.size(0), cells = positions.count();
    MatrixView(output.data(), sentences, cells) =
        ConstMatrixView(x.data(), sentences, cells).rowwise() + ConstRowView(positions.data(), cells);
}

}  // namespace vitrine
