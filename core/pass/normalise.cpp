#include "core/pass/normalise.h"

#include "core/ops/rms_norm.h"

namespace vitrine {

void normalise(const Tensor& x, const LayerNormParameters& parameters, const Setting& setting, LayerNormActivations& a) {
    const LayerNormOptions options = setting.configuration.layer_norm_options();
    if (setting.configuration.is_rms()) {
        if (!setting.run.is_replay()) return rms_norm_forward(x, parameters, options.epsilon, a);
        setting.run(root_mean_squares_forward, x, options.epsilon, a.root_mean_square);
        setting.run(divide_rows_forward, x, a.root_mean_square, parameters, a.output);
        return;
    }
    if (!setting.run.is_replay()) return layer_norm_forward(x, parameters, options, a);
    // In steps, so that a mean or deviation set by hand is used.
    setting.run(row_means_forward, x, a.mean);
    setting.run(row_deviations_forward, x, a.mean, options, a.deviation);
    setting.run(normalise_forward, {x, a.mean, a.deviation}, parameters, a.output);
}

void normalise_backward(const LayerNormPass& pass, const Setting& setting, LayerNormActivations& d, LayerNormGradients to) {
    setting.run.passed(d.output);
    setting.configuration.is_rms() ? rms_norm_backward(pass, d, to) : layer_norm_backward(pass, d, to);
}

}  // namespace vitrine
