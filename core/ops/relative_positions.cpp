#include "core/ops/relative_positions.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/tensor/eigen.h"

namespace vitrine {

Size relative_bucket(Size key, Size query, const RelativeBuckets& buckets) {
    const Size ahead = key - query, count = buckets.bidirectional ? buckets.count / 2 : buckets.count;
    const Size offset = buckets.bidirectional && ahead > 0 ? count : 0;
    const Size distance = buckets.bidirectional ? std::abs(ahead) : std::max<Size>(-ahead, 0);
    const Size exact = count / 2;  // shorter distances have a bucket each
    if (distance < exact) return offset + distance;
    // In single precision, as the models' own code computes it: the result is cut to an integer.
    const float share = std::log(static_cast<float>(distance) / static_cast<float>(exact)) /
                        static_cast<float>(std::log(static_cast<double>(buckets.max_distance) / static_cast<double>(exact)));
    const Size far = exact + static_cast<Size>(share * static_cast<float>(count - exact));
    return offset + std::min(far, count - 1);
}

void relative_positions_forward(const Tensor& table, const RelativeBuckets& buckets, Size first_query, Tensor& bias) {
    const Size heads = bias.size(1), queries = bias.size(2), keys = bias.size(3);
    for (Size q = 0; q < queries; ++q) {
        for (Size k = 0; k < keys; ++k) {
            const Size bucket = relative_bucket(k, first_query + q, buckets);
            for (Size h = 0; h < heads; ++h) bias.at({0, h, q, k}) = table.at({bucket, h});
        }
    }
}

void relative_positions_backward(const RelativeBuckets& buckets, const Tensor& d_bias, Tensor& d_table) {
    // bias[0, h, q, k] = table[bucket, h]
    const Size heads = d_bias.size(1), queries = d_bias.size(2), keys = d_bias.size(3);
    for (Size q = 0; q < queries; ++q) {
        for (Size k = 0; k < keys; ++k) {
            const Size bucket = relative_bucket(k, q, buckets);
            for (Size h = 0; h < heads; ++h) d_table.at({bucket, h}) += d_bias.at({0, h, q, k});
        }
    }
}

namespace {

/// The grids of all heads of a sentence as one long row.
template <class Views, class Cells>
auto grids_of(Cells* cells, const Tensor& batch) {
    return Views(cells, batch.size(0), batch.count() / batch.size(0));
}

}  // namespace

void add_bias_forward(const Tensor& scores, const Tensor& bias, Tensor& biased) {
    grids_of<MatrixView>(biased.data(), biased) = grids_of<ConstMatrixView>(scores.data(), scores).rowwise() + row(bias);
}

void add_bias_backward(const Tensor& d_biased, BiasGradients d) {
    // biased[b] = scores[b] + bias
    rows(d.scores) = rows(d_biased);
    row(d.bias) = grids_of<ConstMatrixView>(d_biased.data(), d_biased).colwise().sum();
}

Dependence relative_positions_dependence(const RelativeBuckets& buckets) {
    return {.kind = DependenceKind::copy,
            .output = "0hqk",
            .formula = "bias[h,q,k] = table[bucket of k − q, h]",
            .terms = {{.label = "table", .factors = {{0, "@h"}}}},
            .row_of = [buckets](const Index& cell) { return relative_bucket(cell[3], cell[2], buckets); }};
}

Dependence add_bias_dependence() {
    return {.kind = DependenceKind::sum,
            .output = "bhqk",
            .formula = "biased[q,k] = scores[q,k] + bias[q,k]",
            .terms = {{.label = "scores", .factors = {{0, "bhqk"}}}, {.label = "bias", .factors = {{1, "0hqk"}}}}};
}

}  // namespace vitrine
