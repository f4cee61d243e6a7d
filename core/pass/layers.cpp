#include "core/pass/layers.h"

#include "core/ops/copy.h"
#include "core/ops/residual.h"
#include "core/pass/normalise.h"

namespace vitrine {

namespace {

/// Which parts of a residual, or of its gradient, are used: as set by hand, otherwise as the sublayer is described.
ResidualParts parts_of(const Tensor& residual, const SublayerDescription& of, const Setting& s) {
    const ResidualParts parts = s.run.parts(residual);
    return parts == ResidualParts::both && !of.residual ? ResidualParts::sublayer : parts;
}

/// residual = x + sublayer, or only one of the two parts.
void add(const Tensor& x, const Tensor& sublayer, ResidualParts parts, const Setting& s, Tensor& residual) {
    switch (parts) {
        case ResidualParts::both:
            return s.run(residual_forward, x, sublayer, residual);
        case ResidualParts::x:
            return s.run(copy_forward<Scalar>, x, residual);
        case ResidualParts::sublayer:
            return s.run(copy_forward<Scalar>, sublayer, residual);
    }
}

/// Computes a sublayer with its residual connection, wherever its LayerNorm is: LayerNorm(x + Sublayer(x)) as in the paper,
/// x + Sublayer(LayerNorm(x)), or x + LayerNorm(Sublayer(x)). sublayer(input) computes the sublayer alone and returns its output.
template <class Sublayer>
void connect(const Tensor& x, const SublayerDescription& of, const LayerNormParameters& norm, const Setting& s,
             SublayerActivations& a, Sublayer&& sublayer) {
    a.residual.resize_like(x);
    const ResidualParts parts = parts_of(a.residual, of, s);
    switch (of.norm_placement) {
        case NormPlacement::after:
            add(x, sublayer(x), parts, s, a.residual);
            return normalise(a.residual, of.norm.options, norm, s.run, a.norm);
        case NormPlacement::before:
            normalise(x, of.norm.options, norm, s.run, a.norm);
            return add(x, sublayer(a.norm.output), parts, s, a.residual);
        case NormPlacement::inside:
            normalise(sublayer(x), of.norm.options, norm, s.run, a.norm);
            return add(x, a.norm.output, parts, s, a.residual);
    }
}

/// The backward pass of connect: its inputs and results, and the gradients of its inputs.
struct ConnectionPass {
    const Tensor& x;
    const SublayerDescription& description;
    const LayerNormParameters& norm;
    const SublayerActivations& activations;
};
struct ConnectionGradients {
    Tensor& x;  // set
    LayerNormParameters& norm;
};

/// Sets the gradients of both parts; that of a skipped part is 0.
void add_backward(Tensor& d_residual, const SublayerDescription& of, const Setting& s, Tensor& d_x, Tensor& d_sublayer) {
    // residual = x + sublayer
    residual_backward(s.run.passed(d_residual), d_x, d_sublayer);
    const ResidualParts parts = parts_of(d_residual, of, s);
    if (parts == ResidualParts::x) d_sublayer.fill(0);
    if (parts == ResidualParts::sublayer) d_x.fill(0);
}

/// sublayer_backward(input, d_input, write) is the backward pass of the sublayer; its output's gradient is already set.
template <class SublayerBackward>
void connect_backward(const ConnectionPass& pass, const Setting& s, SublayerActivations& d, ConnectionGradients to,
                      SublayerBackward&& sublayer_backward) {
    const SublayerDescription& of = pass.description;
    const SublayerActivations& a = pass.activations;
    Tensor& d_output = sublayer_output(d);
    switch (of.norm_placement) {
        case NormPlacement::after:
            // norm = LayerNorm(residual); residual = x + Sublayer(x)
            normalise_backward({a.residual, pass.norm, of.norm.options, a.norm}, s.run, d.norm, {d.residual, to.norm});
            add_backward(d.residual, of, s, to.x, d_output);
            return sublayer_backward(pass.x, to.x, Write::add);
        case NormPlacement::before:
            // residual = x + Sublayer(norm); norm = LayerNorm(x)
            add_backward(d.residual, of, s, to.x, d_output);
            sublayer_backward(a.norm.output, d.norm.output, Write::set);
            return normalise_backward({pass.x, pass.norm, of.norm.options, a.norm}, s.run, d.norm, {to.x, to.norm, Write::add});
        case NormPlacement::inside:
            // residual = x + norm; norm = LayerNorm(Sublayer(x))
            add_backward(d.residual, of, s, to.x, d.norm.output);
            normalise_backward({sublayer_output(a), pass.norm, of.norm.options, a.norm}, s.run, d.norm, {d_output, to.norm});
            return sublayer_backward(pass.x, to.x, Write::add);
    }
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

/// The tokens whose padding the mask hides: those of the keys or, if the mask goes by them, those of the queries.
const IndexTensor& mask_tokens(const AttentionDescription& of, const IndexTensor& of_keys, const LayerInput& input) {
    return of.mask.padding == PaddingAxis::keys ? of_keys : input.query_tokens;
}

void attend_to_self(const Tensor& x, const LayerInput& input, const SublayerDescription& of, const LayerParameters& p,
                    const Setting& s, AttentionActivations& a) {
    const IndexTensor& tokens = mask_tokens(of.attention, input.tokens, input);
    attend({x, x, tokens, CachedKeys::earlier, nullptr, input.relative}, of.attention, parameters_of(of, p), s, a);
}

void attend_to_memory(const Tensor& x, const LayerInput& input, const SublayerDescription& of, const LayerParameters& p,
                      const Setting& s, AttentionActivations& a) {
    const IndexTensor& tokens = mask_tokens(of.attention, input.memory->tokens, input);
    attend({x, input.memory->states, tokens, CachedKeys::all}, of.attention, parameters_of(of, p), s, a);
}

/// Computes a sublayer alone, without its residual connection and LayerNorm, and returns its output.
const Tensor& compute_sublayer(const Tensor& x, const LayerInput& input, const SublayerDescription& of, const LayerParameters& p,
                               const Setting& s, SublayerActivations& a) {
    switch (of.kind) {
        case SublayerKind::self_attention:
            attend_to_self(x, input, of, p, s, a.attention);
            break;
        case SublayerKind::cross_attention:
            attend_to_memory(x, input, of, p, s, a.attention);
            break;
        case SublayerKind::feed_forward:
            feed_forward(x, of.feed_forward, p.feed_forward, s, a.ffn);
    }
    return sublayer_output(a);
}

/// The gradient of a sublayer's input.
struct InputGradient {
    Tensor& x;
    Write write;
};

void compute_sublayer_backward(const Tensor& x, const SublayerDescription& of, const SublayerActivations& a, const LayerPass& pass,
                               const Setting& s, SublayerActivations& d, InputGradient d_x, LayerGradients to) {
    const LayerParameters& p = pass.parameters;
    LayerParameters& d_p = to.parameters;
    switch (of.kind) {
        case SublayerKind::self_attention:
            return attend_backward({x, x, of.attention, parameters_of(of, p), a.attention}, s, d.attention,
                                   {d_x.x, d_x.x, d_p.self_attn, d_x.write, to.relative});
        case SublayerKind::cross_attention:
            return attend_backward({x, *pass.memory, of.attention, parameters_of(of, p), a.attention}, s, d.attention,
                                   {d_x.x, *to.memory, d_p.multihead_attn, d_x.write});
        case SublayerKind::feed_forward:
            feed_forward_backward({x, of.feed_forward, p.feed_forward, a.ffn}, s, d.ffn, {d_x.x, d_p.feed_forward, d_x.write});
    }
}

}  // namespace

void compute_layer(const LayerInput& input, const LayerDescription& description, const LayerParameters& p, const Setting& s,
                   LayerActivations& a) {
    const Tensor* x = &input.x;
    for (std::size_t i = 0; i < a.sublayers.size(); ++i) {
        const SublayerDescription& of = description.sublayers[i];
        SublayerActivations& sublayer = a.sublayers[i];
        connect(*x, of, p.norm(i), s, sublayer,
                [&](const Tensor& in) -> const Tensor& { return compute_sublayer(in, input, of, p, s, sublayer); });
        x = &connected_output(sublayer);
    }
}

void compute_layer_backward(const LayerPass& pass, const Setting& s, LayerActivations& d, LayerGradients to) {
    const auto& sublayers = pass.activations.sublayers;
    bool shares = false;
    for (std::size_t i = sublayers.size(); i-- > 0;) {
        const SublayerDescription& of = pass.description.sublayers[i];
        const Tensor& x = i == 0 ? pass.x : connected_output(sublayers[i - 1]);
        Tensor& d_x = i == 0 ? to.x : connected_output(d.sublayers[i - 1]);
        connect_backward({x, of, pass.parameters.norm(i), sublayers[i]}, s, d.sublayers[i], {d_x, to.parameters.norm(i)},
                         [&](const Tensor& in, Tensor& d_in, Write write) {
                             compute_sublayer_backward(in, of, sublayers[i], pass, s, d.sublayers[i], {d_in, write}, to);
                         });
        shares |= of.attention.shares_parameters;
    }
    if (shares) join_gradients(to.parameters.self_attn, to.parameters.multihead_attn);
}

}  // namespace vitrine
