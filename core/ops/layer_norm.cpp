#include "core/ops/layer_norm.h"

#include <cmath>

#include "core/tensor/eigen.h"
#include "core/tensor/row_blocks.h"

namespace vitrine {

namespace {

Scalar deviation_of(Scalar sum_of_squares, Size width, const LayerNormOptions& options) {
    if (options.kind == LayerNormKind::annotated) return std::sqrt(sum_of_squares / Scalar(width - 1)) + options.epsilon;
    return std::sqrt(sum_of_squares / Scalar(width) + options.epsilon);
}

/// ∂deviation/∂x[j] = slope · (x[j] − mean). A row of equal values has no spread to change: 0, as PyTorch has it.
Scalar slope_of_deviation(Scalar deviation, Size width, const LayerNormOptions& options) {
    if (options.kind == LayerNormKind::torch) return 1 / (deviation * Scalar(width));
    const Scalar spread = deviation - options.epsilon;
    return spread == 0 ? Scalar(0) : 1 / (spread * Scalar(width - 1));
}

// A row's two halves are not inlined, so that they come out bit for bit the same whether they are computed in one go or apart.

[[gnu::noinline]] void measure_row(const ConstRowView& x, const LayerNormOptions& options, Scalar& mean, Scalar& deviation) {
    mean = x.mean();
    deviation = deviation_of((x.array() - mean).square().sum(), x.size(), options);
}

struct Statistics {
    Scalar mean, deviation;
};

[[gnu::noinline]] void normalise_row(const ConstRowView& x, Statistics of_row, const LayerNormParameters& parameters, RowView out) {
    const Scalar scale = 1 / of_row.deviation;  // a product takes a fraction of a division's time
    out = ((x.array() - of_row.mean) * scale * row(parameters.weight).array()).matrix();
    if (!parameters.bias.empty()) out += row(parameters.bias);
}

/// Calls visit(number, row) for every row of [B, L, D].
template <class Visit>
void for_each_row(const Tensor& x, Visit&& visit) {
    const Size width = x.size(2);
    for_row_blocks(x.size(0) * x.size(1), 4 * width, [&](Size first, Size count) {
        for (Size i = first; i < first + count; ++i) visit(i, ConstRowView(x.data() + i * width, width));
    });
}

RowView row_of(Tensor& x, Size i) { return {x.data() + i * x.size(2), x.size(2)}; }

}  // namespace

void layer_norm_forward(const Tensor& x, const LayerNormParameters& parameters, const LayerNormOptions& options,
                        LayerNormActivations& a) {
    a.mean.resize({x.size(0), x.size(1)});
    a.deviation.resize({x.size(0), x.size(1)});
    a.output.resize({x.size(0), x.size(1), x.size(2)});
    for_each_row(x, [&](Size i, const ConstRowView& in) {
        Scalar &mean = a.mean.data()[i], &deviation = a.deviation.data()[i];
        measure_row(in, options, mean, deviation);
        normalise_row(in, {mean, deviation}, parameters, row_of(a.output, i));
    });
}

void row_statistics_forward(const Tensor& x, const LayerNormOptions& options, Tensor& mean, Tensor& deviation) {
    mean.resize({x.size(0), x.size(1)});
    deviation.resize({x.size(0), x.size(1)});
    for_each_row(x, [&](Size i, const ConstRowView& in) { measure_row(in, options, mean.data()[i], deviation.data()[i]); });
}

void normalise_forward(const Tensor& x, const LayerNormParameters& parameters, const RowStatistics& statistics, Tensor& output) {
    output.resize({x.size(0), x.size(1), x.size(2)});
    for_each_row(x, [&](Size i, const ConstRowView& in) {
        normalise_row(in, {statistics.mean.data()[i], statistics.deviation.data()[i]}, parameters, row_of(output, i));
    });
}

namespace {

/// The gradients of one row's mean, deviation and x.
void row_backward(const LayerNormPass& pass, Size i, LayerNormActivations& d, LayerNormGradients& to) {
    const Scalar mean = pass.activations.mean.data()[i], deviation = pass.activations.deviation.data()[i];
    const auto centred = rows(pass.x).row(i).array() - mean;
    const auto d_normalized = rows(d.output).row(i).array() * row(pass.parameters.weight).array();
    const auto width = Scalar(pass.x.size(2));

    // output = weight ⊙ (x − mean) / deviation + bias
    const Scalar d_mean = -d_normalized.sum() / deviation;
    const Scalar d_deviation = -(d_normalized * centred).sum() / (deviation * deviation);
    d.mean.data()[i] = d_mean;
    d.deviation.data()[i] = d_deviation;

    // mean = Σ x / width; deviation = √(Σ (x − mean)² / width + epsilon), or as The Annotated Transformer has it
    const Scalar slope = d_deviation * slope_of_deviation(deviation, pass.x.size(2), pass.options);
    const Scalar scale = 1 / deviation, share = d_mean / width;
    auto d_x = rows(to.x).row(i).array();
    if (to.x_write == Write::add) {
        d_x += d_normalized * scale + share + slope * centred;
    } else {
        d_x = d_normalized * scale + share + slope * centred;
    }
}

/// The parameters are shared by all rows: their gradients are sums over them, here for `count` features from `first` on.
void parameters_backward(const LayerNormPass& pass, const LayerNormActivations& d, Size first, Size count, LayerNormGradients& to) {
    auto d_weight = row(to.parameters.weight).segment(first, count).array();
    d_weight.setZero();
    if (!pass.parameters.bias.empty()) row(to.parameters.bias).segment(first, count).setZero();
    for (Size i = 0; i < rows(pass.x).rows(); ++i) {
        const auto d_output = rows(d.output).row(i).segment(first, count).array();
        const Scalar mean = pass.activations.mean.data()[i], scale = 1 / pass.activations.deviation.data()[i];
        // output = weight ⊙ (x − mean) / deviation + bias
        d_weight += d_output * ((rows(pass.x).row(i).segment(first, count).array() - mean) * scale);
        if (!pass.parameters.bias.empty()) row(to.parameters.bias).segment(first, count).array() += d_output;
    }
}

}  // namespace

void layer_norm_backward(const LayerNormPass& pass, LayerNormActivations& d, LayerNormGradients to) {
    const Size count = rows(pass.x).rows(), width = pass.x.size(2);
    for_row_blocks(count, 6 * width, [&](Size first, Size rows_in_block) {
        for (Size i = first; i < first + rows_in_block; ++i) row_backward(pass, i, d, to);
    });
    for_row_blocks(width, 3 * count, [&](Size first, Size features) { parameters_backward(pass, d, first, features, to); });
}

}  // namespace vitrine
