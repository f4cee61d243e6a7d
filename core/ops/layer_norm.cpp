#include "core/ops/layer_norm.h"

#include <cmath>

#include "core/tensor/eigen.h"

namespace vitrine {

namespace {

Scalar deviation_of(Scalar sum_of_squares, Size width, const LayerNormOptions& options) {
    if (options.kind == LayerNormKind::annotated) return std::sqrt(sum_of_squares / Scalar(width - 1)) + options.epsilon;
    return std::sqrt(sum_of_squares / Scalar(width) + options.epsilon);
}

}  // namespace

void layer_norm_forward(const Tensor& x, const LayerNormParameters& parameters, const LayerNormOptions& options,
                        LayerNormActivations& a) {
    const Size sentences = x.size(0), length = x.size(1), width = x.size(2);
    a.mean.resize({sentences, length});
    a.deviation.resize({sentences, length});
    a.output.resize({sentences, length, width});

    const auto in = rows(x);
    auto out = rows(a.output);
    for (Size i = 0; i < in.rows(); ++i) {
        const Scalar mean = in.row(i).mean();
        const Scalar deviation = deviation_of((in.row(i).array() - mean).square().sum(), width, options);
        a.mean.data()[i] = mean;
        a.deviation.data()[i] = deviation;
        out.row(i) = ((in.row(i).array() - mean) / deviation * row(parameters.weight).array()).matrix();
        if (!parameters.bias.empty()) out.row(i) += row(parameters.bias);
    }
}

}  // namespace vitrine
