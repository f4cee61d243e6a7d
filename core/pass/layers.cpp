#include "core/pass/layers.h"

#include <algorithm>

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

/// residual = x + the addends, or only one of the two parts.
void add(const Tensor& x, const Addends& addends, const SublayerDescription& of, const Setting& s, Tensor& residual) {
    residual.resize_like(x);
    switch (parts_of(residual, of, s)) {
        case ResidualParts::both:
            return s.run(residual_forward, x, addends, residual);
        case ResidualParts::x:
            return s.run(copy_forward<Scalar>, x, residual);
        case ResidualParts::sublayer:
            return s.run(sum_forward, addends, residual);
    }
}

/// The parameters of a sublayer's norms.
struct SublayerNorms {
    const LayerNormParameters &norm, &post_norm;
};

/// Computes what a sublayer adds to the residual connection: Sublayer(x) or, with norms before, inside or around it,
/// Sublayer(LayerNorm(x)), LayerNorm(Sublayer(x)) or LayerNorm(Sublayer(LayerNorm(x))). sublayer(input) computes the sublayer alone
/// and returns its output. `normed`: the norm of x where another sublayer has computed it.
template <class Sublayer>
void compute_addend(const Tensor& x, const Tensor* normed, const SublayerDescription& of, const SublayerNorms& p, const Setting& s,
                    SublayerActivations& a, Sublayer&& sublayer) {
    const LayerNormOptions& options = of.norm.options;
    const bool before = is_normed_before(of.norm_placement);
    if (before && !normed) normalise(x, options, p.norm, s.run, a.norm);
    const Tensor& output = sublayer(!before ? x : normed ? *normed : a.norm.output);
    if (of.norm_placement == NormPlacement::inside) normalise(output, options, p.norm, s.run, a.norm);
    if (of.norm_placement == NormPlacement::around) normalise(output, options, p.post_norm, s.run, a.post_norm);
}

/// Computes a sublayer with its residual connection: LayerNorm(x + Sublayer(x)) as in the paper, or x + what the sublayer adds.
template <class Sublayer>
void connect(const Tensor& x, const SublayerDescription& of, const SublayerNorms& p, const Setting& s, SublayerActivations& a,
             Sublayer&& sublayer) {
    compute_addend(x, nullptr, of, p, s, a, sublayer);
    add(x, addend(a), of, s, a.residual);
    if (of.norm_placement == NormPlacement::after) normalise(a.residual, of.norm.options, p.norm, s.run, a.norm);
}

/// Sets the gradients of both parts; that of a skipped part is 0.
void add_backward(Tensor& d_residual, const SublayerDescription& of, const Setting& s, Tensor& d_x, Tensor& d_addend) {
    // residual = x + addend
    residual_backward(s.run.passed(d_residual), d_x, d_addend);
    const ResidualParts parts = parts_of(d_residual, of, s);
    if (parts == ResidualParts::x) d_addend.fill(0);
    if (parts == ResidualParts::sublayer) d_x.fill(0);
}

/// The backward pass of a sublayer and its norms: inputs and results, and the gradients of the inputs.
struct ConnectionPass {
    const Tensor& x;
    const Tensor* normed;  // as in compute_addend
    const SublayerDescription& description;
    SublayerNorms norms;
    const SublayerActivations& activations;
};
struct ConnectionGradients {
    Tensor& x;       // added to
    Tensor* normed;  // added to
    LayerNormParameters &norm, &post_norm;
};

/// sublayer_backward(input, d_input, write) is the backward pass of the sublayer. Requires: addend(d) holds its gradient.
template <class SublayerBackward>
void addend_backward(const ConnectionPass& pass, const Setting& s, SublayerActivations& d, ConnectionGradients to,
                     SublayerBackward&& sublayer_backward) {
    const SublayerDescription& of = pass.description;
    const SublayerActivations& a = pass.activations;
    const LayerNormOptions& options = of.norm.options;
    // addend = LayerNorm(Sublayer(…)), or Sublayer(…) alone
    if (of.norm_placement == NormPlacement::around)
        normalise_backward({sublayer_output(a), pass.norms.post_norm, options, a.post_norm}, s.run, d.post_norm,
                           {sublayer_output(d), to.post_norm});
    if (of.norm_placement == NormPlacement::inside)
        normalise_backward({sublayer_output(a), pass.norms.norm, options, a.norm}, s.run, d.norm, {sublayer_output(d), to.norm});
    // Sublayer(LayerNorm(x)), or Sublayer(x)
    if (!is_normed_before(of.norm_placement)) return sublayer_backward(pass.x, to.x, Write::add);
    if (pass.normed) return sublayer_backward(*pass.normed, *to.normed, Write::add);
    sublayer_backward(a.norm.output, d.norm.output, Write::set);
    normalise_backward({pass.x, pass.norms.norm, options, a.norm}, s.run, d.norm, {to.x, to.norm, Write::add});
}

/// The backward pass of connect. Sets the gradient of x. Requires: connected_output(d) holds its gradient.
template <class SublayerBackward>
void connect_backward(const ConnectionPass& pass, const Setting& s, SublayerActivations& d, ConnectionGradients to,
                      SublayerBackward&& sublayer_backward) {
    const SublayerDescription& of = pass.description;
    const SublayerActivations& a = pass.activations;
    // norm = LayerNorm(residual)
    if (of.norm_placement == NormPlacement::after)
        normalise_backward({a.residual, pass.norms.norm, of.norm.options, a.norm}, s.run, d.norm, {d.residual, to.norm});
    add_backward(d.residual, of, s, to.x, addend(d));
    addend_backward(pass, s, d, to, sublayer_backward);
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

/// Parallel sublayers: all read the layer's input, and their outputs are added to it at once.
void compute_parallel(const LayerInput& input, const LayerDescription& description, const LayerParameters& p, const Setting& s,
                      LayerActivations& a) {
    Addends addends;
    for (std::size_t i = 0; i < a.sublayers.size(); ++i) {
        const SublayerDescription& of = description.sublayers[i];
        SublayerActivations& sublayer = a.sublayers[i];
        const Tensor* normed = description.has_norm(i) ? nullptr : &a.sublayers[0].norm.output;
        compute_addend(input.x, normed, of, {p.norm(i), p.post_norm(of.kind)}, s, sublayer,
                       [&](const Tensor& in) -> const Tensor& { return compute_sublayer(in, input, of, p, s, sublayer); });
        addends.add(addend(sublayer));
    }
    add(input.x, addends, description.sublayers.back(), s, a.sublayers.back().residual);
}

}  // namespace

void compute_layer(const LayerInput& input, const LayerDescription& description, const LayerParameters& p, const Setting& s,
                   LayerActivations& a) {
    if (description.is_parallel()) return compute_parallel(input, description, p, s, a);
    const Tensor* x = &input.x;
    for (std::size_t i = 0; i < a.sublayers.size(); ++i) {
        const SublayerDescription& of = description.sublayers[i];
        SublayerActivations& sublayer = a.sublayers[i];
        connect(*x, of, {p.norm(i), p.post_norm(of.kind)}, s, sublayer,
                [&](const Tensor& in) -> const Tensor& { return compute_sublayer(in, input, of, p, s, sublayer); });
        x = &connected_output(sublayer);
    }
}

namespace {

/// The backward pass of compute_parallel.
void parallel_backward(const LayerPass& pass, const Setting& s, LayerActivations& d, LayerGradients to) {
    const LayerDescription& layer = pass.description;
    const auto& sublayers = pass.activations.sublayers;
    // residual = x + addend + addend
    const std::size_t last = sublayers.size() - 1;
    add_backward(d.sublayers[last].residual, layer.sublayers[last], s, to.x, addend(d.sublayers[last]));
    for (std::size_t i = 0; i < last; ++i) copy_forward<Scalar>(addend(d.sublayers[last]), addend(d.sublayers[i]));
    const bool shared = !layer.has_norm(last);
    if (shared) d.sublayers[0].norm.output.fill(0);
    for (std::size_t i = sublayers.size(); i-- > 0;) {
        const SublayerDescription& of = layer.sublayers[i];
        LayerParameters& d_p = to.parameters;
        const LayerParameters& p = pass.parameters;
        addend_backward({pass.x, shared ? &sublayers[0].norm.output : nullptr, of, {p.norm(i), p.post_norm(of.kind)}, sublayers[i]},
                        s, d.sublayers[i],
                        {to.x, shared ? &d.sublayers[0].norm.output : nullptr, d_p.norm(i), d_p.post_norm(of.kind)},
                        [&](const Tensor& in, Tensor& d_in, Write write) {
                            compute_sublayer_backward(in, of, sublayers[i], pass, s, d.sublayers[i], {d_in, write}, to);
                        });
    }
    if (!shared) return;
    // The norm that all have read.
    normalise_backward({pass.x, pass.parameters.norm1, layer.sublayers[0].norm.options, sublayers[0].norm}, s.run,
                       d.sublayers[0].norm, {to.x, to.parameters.norm1, Write::add});
}

void sequence_backward(const LayerPass& pass, const Setting& s, LayerActivations& d, LayerGradients to) {
    const auto& sublayers = pass.activations.sublayers;
    for (std::size_t i = sublayers.size(); i-- > 0;) {
        const SublayerDescription& of = pass.description.sublayers[i];
        const Tensor& x = i == 0 ? pass.x : connected_output(sublayers[i - 1]);
        Tensor& d_x = i == 0 ? to.x : connected_output(d.sublayers[i - 1]);
        const LayerParameters& p = pass.parameters;
        connect_backward({x, nullptr, of, {p.norm(i), p.post_norm(of.kind)}, sublayers[i]}, s, d.sublayers[i],
                         {d_x, nullptr, to.parameters.norm(i), to.parameters.post_norm(of.kind)},
                         [&](const Tensor& in, Tensor& d_in, Write write) {
                             compute_sublayer_backward(in, of, sublayers[i], pass, s, d.sublayers[i], {d_in, write}, to);
                         });
    }
}

}  // namespace

void compute_layer_backward(const LayerPass& pass, const Setting& s, LayerActivations& d, LayerGradients to) {
    pass.description.is_parallel() ? parallel_backward(pass, s, d, to) : sequence_backward(pass, s, d, to);
    const auto shares = [](const SublayerDescription& of) { return of.attention.shares_parameters; };
    if (std::ranges::any_of(pass.description.sublayers, shares))
        join_gradients(to.parameters.self_attn, to.parameters.multihead_attn);
}

}  // namespace vitrine
