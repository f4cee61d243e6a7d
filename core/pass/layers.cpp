#include "core/pass/layers.h"

#include "core/ops/copy.h"
#include "core/ops/residual.h"
#include "core/pass/normalise.h"

namespace vitrine {

namespace {

/// Which parts of a residual, or of its gradient, are used: as set by hand, otherwise as in the design.
ResidualParts parts_of(const Tensor& residual, const Setting& s) {
    const ResidualParts parts = s.run.parts(residual);
    return parts == ResidualParts::both && !s.regime.design.residuals ? ResidualParts::sublayer : parts;
}

/// residual = x + sublayer, or only one of the two parts.
void add(const Tensor& x, const Tensor& sublayer, const Setting& s, Tensor& residual) {
    switch (parts_of(residual, s)) {
        case ResidualParts::both:
            return s.run(residual_forward, x, sublayer, residual);
        case ResidualParts::x:
            return s.run(copy_forward<Scalar>, x, residual);
        case ResidualParts::sublayer:
            return s.run(copy_forward<Scalar>, sublayer, residual);
    }
}

/// Computes a sublayer with its residual connection: x + Sublayer(LayerNorm(x)) with pre-norm, LayerNorm(x + Sublayer(x)) with
/// post-norm as in the paper, x + LayerNorm(Sublayer(x)) with norm_inside. sublayer(input) computes the sublayer alone and returns
/// its output.
template <class Sublayer>
void connect(const Tensor& x, const LayerNormParameters& norm, const Setting& s, SublayerActivations& a, Sublayer&& sublayer) {
    a.residual.resize_like(x);
    if (s.regime.design.norm_inside) {
        normalise(sublayer(x), norm, s, a.norm);
        return add(x, a.norm.output, s, a.residual);
    }
    if (s.configuration.norm_first()) {
        normalise(x, norm, s, a.norm);
        return add(x, sublayer(a.norm.output), s, a.residual);
    }
    add(x, sublayer(x), s, a.residual);
    normalise(a.residual, norm, s, a.norm);
}

/// The backward pass of connect: its inputs and results, and the gradients of its inputs.
struct ConnectionPass {
    const Tensor& x;
    const LayerNormParameters& norm;
    const SublayerActivations& activations;
};
struct ConnectionGradients {
    Tensor& x;  // set
    LayerNormParameters& norm;
};

/// Sets the gradients of both parts; that of a skipped part is 0.
void add_backward(Tensor& d_residual, const Setting& s, Tensor& d_x, Tensor& d_sublayer) {
    // residual = x + sublayer
    residual_backward(s.run.passed(d_residual), d_x, d_sublayer);
    const ResidualParts parts = parts_of(d_residual, s);
    if (parts == ResidualParts::x) d_sublayer.fill(0);
    if (parts == ResidualParts::sublayer) d_x.fill(0);
}

/// sublayer_backward(input, d_input, write) is the backward pass of the sublayer; its output's gradient is already set.
template <class SublayerBackward>
void connect_backward(const ConnectionPass& pass, const Setting& s, SublayerActivations& d, ConnectionGradients to,
                      SublayerBackward&& sublayer_backward) {
    const LayerNormOptions options = s.configuration.layer_norm_options();
    const SublayerActivations& a = pass.activations;
    Tensor& d_output = sublayer_output(d);
    if (s.regime.design.norm_inside) {
        // residual = x + norm; norm = LayerNorm(Sublayer(x))
        add_backward(d.residual, s, to.x, d.norm.output);
        normalise_backward({sublayer_output(a), pass.norm, options, a.norm}, s, d.norm, {d_output, to.norm});
        return sublayer_backward(pass.x, to.x, Write::add);
    }
    if (s.configuration.norm_first()) {
        // residual = x + Sublayer(norm); norm = LayerNorm(x)
        add_backward(d.residual, s, to.x, d_output);
        sublayer_backward(a.norm.output, d.norm.output, Write::set);
        return normalise_backward({pass.x, pass.norm, options, a.norm}, s, d.norm, {to.x, to.norm, Write::add});
    }
    // norm = LayerNorm(residual); residual = x + Sublayer(x)
    normalise_backward({a.residual, pass.norm, options, a.norm}, s, d.norm, {d.residual, to.norm});
    add_backward(d.residual, s, to.x, d_output);
    sublayer_backward(pass.x, to.x, Write::add);
}

/// The parameters of cross-attention, which are those of self-attention if the design shares them.
const AttentionParameters& cross_parameters(const LayerParameters& p, const Setting& s) {
    return s.regime.design.shared_attention ? p.self_attn : p.multihead_attn;
}

/// Parameters shared by self- and cross-attention: their gradient is the sum over both uses.
void join_gradients(AttentionParameters& d_self, AttentionParameters& d_cross) {
    visit_tensors(
        [](Tensor& sum, Tensor& part) {
            for (Size i = 0; i < sum.count(); ++i) sum.data()[i] += part.data()[i];
            part.fill(0);
        },
        d_self, d_cross);
}

void attend_to_self(const Tensor& x, const LayerInput& input, const LayerParameters& p, const Setting& s, AttentionActivations& a) {
    MaskOptions mask = input.mask;
    mask.first_query = s.first_position();
    const IndexTensor& tokens = mask.padding == PaddingAxis::keys ? input.tokens : input.query_tokens;
    attend({x, x, tokens, mask, CachedKeys::earlier, nullptr, input.positions}, p.self_attn, s, a);
}

void attend_to_memory(const Tensor& x, const LayerInput& input, const LayerParameters& p, const Setting& s,
                      AttentionActivations& a) {
    const LayerMemory& memory = *input.memory;
    const IndexTensor& tokens = memory.mask.padding == PaddingAxis::keys ? memory.tokens : input.query_tokens;
    attend({x, memory.states, tokens, memory.mask, CachedKeys::all}, cross_parameters(p, s), s, a);
}

/// Computes a sublayer alone, without its residual connection and LayerNorm, and returns its output.
const Tensor& compute_sublayer(const Tensor& x, const LayerInput& input, const LayerParameters& p, const Setting& s,
                               SublayerActivations& a) {
    switch (a.kind) {
        case SublayerKind::self_attention:
            attend_to_self(x, input, p, s, a.attention);
            break;
        case SublayerKind::cross_attention:
            attend_to_memory(x, input, p, s, a.attention);
            break;
        case SublayerKind::feed_forward:
            feed_forward(x, p.feed_forward, s, a.ffn);
    }
    return sublayer_output(a);
}

/// The gradient of a sublayer's input.
struct InputGradient {
    Tensor& x;
    Write write;
};

void compute_sublayer_backward(const Tensor& x, const SublayerActivations& a, const LayerPass& pass, const Setting& s,
                               SublayerActivations& d, InputGradient d_x, LayerGradients to) {
    const LayerParameters& p = pass.parameters;
    LayerParameters& d_p = to.parameters;
    switch (a.kind) {
        case SublayerKind::self_attention:
            return attend_backward({x, x, p.self_attn, a.attention, pass.positions}, s, d.attention,
                                   {d_x.x, d_x.x, d_p.self_attn, d_x.write, to.relative});
        case SublayerKind::cross_attention:
            return attend_backward({x, *pass.memory, cross_parameters(p, s), a.attention}, s, d.attention,
                                   {d_x.x, *to.memory, d_p.multihead_attn, d_x.write});
        case SublayerKind::feed_forward:
            feed_forward_backward({x, p.feed_forward, a.ffn}, s, d.ffn, {d_x.x, d_p.feed_forward, d_x.write});
    }
}

}  // namespace

void compute_layer(const LayerInput& input, const LayerParameters& p, const Setting& s, LayerActivations& a) {
    const Tensor* x = &input.x;
    for (std::size_t i = 0; i < a.sublayers.size(); ++i) {
        SublayerActivations& sublayer = a.sublayers[i];
        connect(*x, p.norm(i), s, sublayer,
                [&](const Tensor& in) -> const Tensor& { return compute_sublayer(in, input, p, s, sublayer); });
        x = &connected_output(sublayer, s);
    }
}

void compute_layer_backward(const LayerPass& pass, const Setting& s, LayerActivations& d, LayerGradients to) {
    const auto& sublayers = pass.activations.sublayers;
    for (std::size_t i = sublayers.size(); i-- > 0;) {
        const Tensor& x = i == 0 ? pass.x : connected_output(sublayers[i - 1], s);
        Tensor& d_x = i == 0 ? to.x : connected_output(d.sublayers[i - 1], s);
        connect_backward({x, pass.parameters.norm(i), sublayers[i]}, s, d.sublayers[i], {d_x, to.parameters.norm(i)},
                         [&](const Tensor& in, Tensor& d_in, Write write) {
                             compute_sublayer_backward(in, sublayers[i], pass, s, d.sublayers[i], {d_in, write}, to);
                         });
    }
    if (to.memory && s.regime.design.shared_attention) join_gradients(to.parameters.self_attn, to.parameters.multihead_attn);
}

}  // namespace vitrine
