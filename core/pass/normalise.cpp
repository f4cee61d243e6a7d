#include "core/pass/normalise.h"

#include "core/ops/rms_norm.h"

namespace vitrine {

void normalise(const Tensor& x, const LayerNormOptions& options, const LayerNormParameters& parameters, const Execution& run,
               LayerNormActivations& a) {
    if (options.kind == LayerNormKind::rms) {
        if (!run.is_replay()) return rms_norm_forward(x, parameters, options, a);
        run(root_mean_squares_forward, x, parameters.weight.count(), options, a.root_mean_square);
        run(divide_rows_forward, x, a.root_mean_square, parameters, options, a.output);
        return;
    }
    if (!run.is_replay()) return layer_norm_forward(x, parameters, options, a);
    // In steps, so that a mean or deviation set by hand is used.
    run(row_means_forward, x, parameters.row_width(x), a.mean);
    run(row_deviations_forward, x, parameters.row_width(x), a.mean, options, a.deviation);
    run(normalise_forward, {x, a.mean, a.deviation}, parameters, options, a.output);
}

void normalise_backward(const LayerNormPass& pass, const Execution& run, LayerNormActivations& d, LayerNormGradients to) {
    run.passed(d.output);
    pass.options.kind == LayerNormKind::rms ? rms_norm_backward(pass, d, to) : layer_norm_backward(pass, d, to);
}

}  // namespace vitrine
