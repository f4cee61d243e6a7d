#include "core/ops/gate.h"
#include "core/pass/drop.h"

namespace vitrine {

namespace {

/// The hidden units that linear2 reads, before dropout; also for gradients.
template <class Network>
auto& hidden_units(Network& a) {
    return a.gated.empty() ? a.activation : a.gated;
}

/// linear1 and the hidden units that follow from it: activation(linear1), or with a gate activation(gate) ⊙ linear1.
void compute_hidden(const Tensor& x, ActivationKind kind, const FeedForwardParameters& p, const Setting& setting,
                    FeedForwardActivations& a) {
    const Execution& run = setting.run;
    const Size width = p.linear1.weight.size(0);
    a.linear1.resize({x.size(0), x.size(1), width});
    run(linear_forward, x, {p.linear1.weight, p.linear1.bias}, a.linear1);
    if (p.gate.weight.empty()) {
        a.activation.resize_like(a.linear1);
        return run(activation_forward, a.linear1, kind, a.activation);
    }
    for (Tensor* tensor : {&a.gate, &a.gate_activation, &a.gated}) tensor->resize({x.size(0), x.size(1), width});
    run(linear_forward, x, {p.gate.weight, p.gate.bias}, a.gate);
    run(activation_forward, a.gate, kind, a.gate_activation);
    run(gate_forward, a.gate_activation, a.linear1, a.gated);
}

/// Requires: the gradient of hidden_units(d) is set.
void hidden_backward(const FeedForwardPass& pass, const Setting& setting, FeedForwardActivations& d, FeedForwardGradients to) {
    const FeedForwardActivations& a = pass.activations;
    const FeedForwardParameters& p = pass.parameters;
    const ActivationKind kind = pass.description.activation;
    const Execution& run = setting.run;
    Write x_write = to.x_write;
    if (a.gated.empty()) {
        activation_backward(a.linear1, kind, run.passed(d.activation), d.linear1);
    } else {
        // gated = gate_activation ⊙ linear1, gate_activation = activation(gate), gate = x · W_gᵀ + b_g
        gate_backward(a.gate_activation, a.linear1, run.passed(d.gated), {d.gate_activation, d.linear1});
        activation_backward(a.gate, kind, run.passed(d.gate_activation), d.gate);
        linear_backward(pass.x, {p.gate.weight, p.gate.bias}, run.passed(d.gate),
                        {to.x, to.parameters.gate.weight, to.parameters.gate.bias, x_write});
        x_write = Write::add;
    }
    // linear1 = x · W₁ᵀ + b₁
    linear_backward(pass.x, {p.linear1.weight, p.linear1.bias}, run.passed(d.linear1),
                    {to.x, to.parameters.linear1.weight, to.parameters.linear1.bias, x_write});
}

}  // namespace

void feed_forward(const Tensor& x, const FeedForwardDescription& description, const FeedForwardParameters& p,
                  const Setting& setting, FeedForwardActivations& a) {
    compute_hidden(x, description.activation, p, setting, a);
    const Tensor& hidden =
        drop(hidden_units(a), setting.regime.dropout, setting, {a.activation_dropout_mask, a.dropped_activation});
    a.linear2.resize({x.size(0), x.size(1), p.linear2.weight.size(0)});
    setting.run(linear_forward, hidden, {p.linear2.weight, p.linear2.bias}, a.linear2);
    drop(a.linear2, setting.regime.dropout, setting, {a.output_dropout_mask, a.dropped_output});
}

void feed_forward_backward(const FeedForwardPass& pass, const Setting& setting, FeedForwardActivations& d,
                           FeedForwardGradients to) {
    const FeedForwardActivations& a = pass.activations;
    const FeedForwardParameters& p = pass.parameters;
    // linear2 = hidden · W₂ᵀ + b₂, dropped
    drop_backward(a.output_dropout_mask, setting.regime.dropout, setting, d.dropped_output, d.linear2);
    const bool dropped = !a.dropped_activation.empty();
    linear_backward(dropped ? a.dropped_activation : hidden_units(a), {p.linear2.weight, p.linear2.bias},
                    setting.run.passed(d.linear2),
                    {dropped ? d.dropped_activation : hidden_units(d), to.parameters.linear2.weight, to.parameters.linear2.bias});
    drop_backward(a.activation_dropout_mask, setting.regime.dropout, setting, d.dropped_activation, hidden_units(d));
    hidden_backward(pass, setting, d, to);
}

}  // namespace vitrine
