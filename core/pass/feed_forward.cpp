#include "core/pass/drop.h"

namespace vitrine {

void feed_forward(const Tensor& x, const FeedForwardParameters& p, const Setting& setting, FeedForwardActivations& a) {
    const Configuration& c = setting.configuration;
    const Execution& run = setting.run;
    const Size sentences = x.size(0), length = x.size(1);
    a.linear1.resize({sentences, length, c.dim_feedforward});
    a.activation.resize({sentences, length, c.dim_feedforward});
    a.linear2.resize({sentences, length, c.d_model});
    run(linear_forward, x, {p.linear1.weight, p.linear1.bias}, a.linear1);
    run(activation_forward, a.linear1, c.activation, a.activation);
    const Tensor& hidden = drop(a.activation, setting.regime.dropout, setting, {a.activation_dropout_mask, a.dropped_activation});
    run(linear_forward, hidden, {p.linear2.weight, p.linear2.bias}, a.linear2);
    drop(a.linear2, setting.regime.dropout, setting, {a.output_dropout_mask, a.dropped_output});
}

void feed_forward_backward(const FeedForwardPass& pass, const Setting& setting, FeedForwardActivations& d,
                           FeedForwardGradients to) {
    const FeedForwardActivations& a = pass.activations;
    const FeedForwardParameters& p = pass.parameters;
    // linear2 = hidden · W₂ᵀ + b₂, dropped
    drop_backward(a.output_dropout_mask, setting.regime.dropout, setting, d.dropped_output, d.linear2);
    const bool dropped = !a.dropped_activation.empty();
    linear_backward(dropped ? a.dropped_activation : a.activation, {p.linear2.weight, p.linear2.bias},
                    setting.run.passed(d.linear2),
                    {dropped ? d.dropped_activation : d.activation, to.parameters.linear2.weight, to.parameters.linear2.bias});
    // hidden = activation(linear1), dropped
    drop_backward(a.activation_dropout_mask, setting.regime.dropout, setting, d.dropped_activation, d.activation);
    activation_backward(a.linear1, setting.configuration.activation, setting.run.passed(d.activation), d.linear1);
    // linear1 = x · W₁ᵀ + b₁
    linear_backward(pass.x, {p.linear1.weight, p.linear1.bias}, setting.run.passed(d.linear1),
                    {to.x, to.parameters.linear1.weight, to.parameters.linear1.bias, to.x_write});
}

}  // namespace vitrine
