#include "core/pass/layers.h"

#include "core/ops/copy.h"
#include "core/ops/residual.h"
#include "core/pass/normalise.h"

namespace vitrine {

namespace {

/// The residual and the LayerNorm of one sublayer, wherever the LayerNorm is placed.
struct Connection {
    const LayerNormParameters& parameters;
    LayerNormActivations& norm;
    Tensor& residual;
};

/// The parts of a residual or of its gradient: those set by hand, otherwise those of the design.
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
/// post-norm as in the paper, x + LayerNorm(Sublayer(x)) with norm_inside. Returns the input of the next sublayer. sublayer(input)
/// computes the sublayer and returns its output tensor.
template <class Sublayer>
const Tensor& connect(const Tensor& x, const Setting& s, Connection connection, Sublayer&& sublayer) {
    connection.residual.resize_like(x);
    if (s.regime.design.norm_inside) {
        normalise(sublayer(x), connection.parameters, s, connection.norm);
        add(x, connection.norm.output, s, connection.residual);
        return connection.residual;
    }
    if (s.configuration.norm_first()) {
        normalise(x, connection.parameters, s, connection.norm);
        add(x, sublayer(connection.norm.output), s, connection.residual);
        return connection.residual;
    }
    add(x, sublayer(x), s, connection.residual);
    normalise(connection.residual, connection.parameters, s, connection.norm);
    return connection.norm.output;
}

/// The backward pass of connect: its inputs and results, and its gradients.
struct ConnectionPass {
    const Tensor& x;
    const LayerNormParameters& parameters;
    const LayerNormActivations& norm;
    const Tensor& residual;
    const Tensor& sublayer_output;
};
struct ConnectionGradients {
    Tensor& x;  // set
    LayerNormParameters& parameters;
    LayerNormActivations& norm;
    Tensor& residual;
    Tensor& sublayer_output;
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
void connect_backward(const ConnectionPass& pass, const Setting& s, ConnectionGradients d, SublayerBackward&& sublayer_backward) {
    const LayerNormOptions options = s.configuration.layer_norm_options();
    if (s.regime.design.norm_inside) {
        // residual = x + norm; norm = LayerNorm(Sublayer(x))
        add_backward(d.residual, s, d.x, d.norm.output);
        normalise_backward({pass.sublayer_output, pass.parameters, options, pass.norm}, s, d.norm,
                           {d.sublayer_output, d.parameters});
        sublayer_backward(pass.x, d.x, Write::add);
        return;
    }
    if (s.configuration.norm_first()) {
        // residual = x + Sublayer(norm); norm = LayerNorm(x)
        add_backward(d.residual, s, d.x, d.sublayer_output);
        sublayer_backward(pass.norm.output, d.norm.output, Write::set);
        normalise_backward({pass.x, pass.parameters, options, pass.norm}, s, d.norm, {d.x, d.parameters, Write::add});
        return;
    }
    // norm = LayerNorm(residual); residual = x + Sublayer(x)
    normalise_backward({pass.residual, pass.parameters, options, pass.norm}, s, d.norm, {d.residual, d.parameters});
    add_backward(d.residual, s, d.x, d.sublayer_output);
    sublayer_backward(pass.x, d.x, Write::add);
}

/// The input of the next sublayer; also for gradients.
template <class SomeTensor, class Norm>
SomeTensor& connected(SomeTensor& residual, Norm& norm, const Setting& s) {
    return ends_with_norm(s.configuration, s.regime.design) ? norm.output : residual;
}

/// The parameters of cross-attention; those of self-attention if the design shares them.
const AttentionParameters& cross_parameters(const DecoderLayerParameters& p, const Setting& s) {
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

}  // namespace

void encode_layer(const Tensor& x, const IndexTensor& tokens, const EncoderLayerParameters& p, const Setting& s,
                  EncoderLayerActivations& a) {
    const Tensor& attended = connect(x, s, {p.norm1, a.norm1, a.residual1}, [&](const Tensor& in) -> const Tensor& {
        attend({in, in, tokens, source_mask(s.configuration, s.regime)}, p.self_attn, s, a.self_attn);
        return sublayer_output(a.self_attn);
    });
    connect(attended, s, {p.norm2, a.norm2, a.residual2}, [&](const Tensor& in) -> const Tensor& {
        feed_forward(in, p, s, a.ffn);
        return sublayer_output(a.ffn);
    });
}

void encode_layer_backward(const EncoderLayerPass& pass, const Setting& s, EncoderLayerActivations& d, EncoderLayerGradients to) {
    const EncoderLayerParameters& p = pass.parameters;
    const EncoderLayerActivations& a = pass.activations;
    const Tensor& attended = connected(a.residual1, a.norm1, s);
    Tensor& d_attended = connected(d.residual1, d.norm1, s);
    connect_backward({attended, p.norm2, a.norm2, a.residual2, sublayer_output(a.ffn)}, s,
                     {d_attended, to.parameters.norm2, d.norm2, d.residual2, sublayer_output(d.ffn)},
                     [&](const Tensor& in, Tensor& d_in, Write write) {
                         feed_forward_backward<EncoderLayerParameters>({in, p, a.ffn}, s, d.ffn, {d_in, to.parameters, write});
                     });
    connect_backward(
        {pass.x, p.norm1, a.norm1, a.residual1, sublayer_output(a.self_attn)}, s,
        {to.x, to.parameters.norm1, d.norm1, d.residual1, sublayer_output(d.self_attn)},
        [&](const Tensor& in, Tensor& d_in, Write write) {
            attend_backward({in, in, p.self_attn, a.self_attn}, s, d.self_attn, {d_in, d_in, to.parameters.self_attn, write});
        });
}

namespace {

/// Masked self-attention of the decoder.
void attend_to_self(const Tensor& x, const DecoderInput& input, const DecoderLayerParameters& p, const Setting& s,
                    AttentionActivations& a) {
    MaskOptions mask = target_mask(s.configuration, s.regime);
    mask.first_query = s.first_position();
    const IndexTensor& tokens = mask.padding == PaddingAxis::keys ? input.target_tokens : input.query_tokens;
    attend({x, x, tokens, mask, CachedKeys::earlier}, p.self_attn, s, a);
}

/// Cross-attention from target to source.
void attend_to_memory(const Tensor& x, const DecoderInput& input, const DecoderLayerParameters& p, const Setting& s,
                      AttentionActivations& a) {
    const MaskOptions mask = cross_mask(s.configuration, s.regime);
    const IndexTensor& tokens = mask.padding == PaddingAxis::keys ? input.source_tokens : input.query_tokens;
    attend({x, input.memory, tokens, mask, CachedKeys::all}, cross_parameters(p, s), s, a);
}

}  // namespace

void decode_layer(const DecoderInput& input, const DecoderLayerParameters& p, const Setting& s, DecoderLayerActivations& a) {
    const Tensor& own = connect(input.x, s, {p.norm1, a.norm1, a.residual1}, [&](const Tensor& in) -> const Tensor& {
        attend_to_self(in, input, p, s, a.self_attn);
        return sublayer_output(a.self_attn);
    });
    const Tensor& crossed = connect(own, s, {p.norm2, a.norm2, a.residual2}, [&](const Tensor& in) -> const Tensor& {
        attend_to_memory(in, input, p, s, a.cross_attn);
        return sublayer_output(a.cross_attn);
    });
    connect(crossed, s, {p.norm3, a.norm3, a.residual3}, [&](const Tensor& in) -> const Tensor& {
        feed_forward(in, p, s, a.ffn);
        return sublayer_output(a.ffn);
    });
}

void decode_layer_backward(const DecoderLayerPass& pass, const Setting& s, DecoderLayerActivations& d, DecoderLayerGradients to) {
    const DecoderLayerParameters& p = pass.parameters;
    const DecoderLayerActivations& a = pass.activations;
    DecoderLayerParameters& d_p = to.parameters;
    const Tensor& own = connected(a.residual1, a.norm1, s);
    const Tensor& crossed = connected(a.residual2, a.norm2, s);
    Tensor& d_own = connected(d.residual1, d.norm1, s);
    Tensor& d_crossed = connected(d.residual2, d.norm2, s);
    connect_backward({crossed, p.norm3, a.norm3, a.residual3, sublayer_output(a.ffn)}, s,
                     {d_crossed, d_p.norm3, d.norm3, d.residual3, sublayer_output(d.ffn)},
                     [&](const Tensor& in, Tensor& d_in, Write write) {
                         feed_forward_backward<DecoderLayerParameters>({in, p, a.ffn}, s, d.ffn, {d_in, d_p, write});
                     });
    connect_backward({own, p.norm2, a.norm2, a.residual2, sublayer_output(a.cross_attn)}, s,
                     {d_own, d_p.norm2, d.norm2, d.residual2, sublayer_output(d.cross_attn)},
                     [&](const Tensor& in, Tensor& d_in, Write write) {
                         attend_backward({in, pass.memory, cross_parameters(p, s), a.cross_attn}, s, d.cross_attn,
                                         {d_in, to.memory, d_p.multihead_attn, write});
                     });
    connect_backward({pass.x, p.norm1, a.norm1, a.residual1, sublayer_output(a.self_attn)}, s,
                     {to.x, d_p.norm1, d.norm1, d.residual1, sublayer_output(d.self_attn)},
                     [&](const Tensor& in, Tensor& d_in, Write write) {
                         attend_backward({in, in, p.self_attn, a.self_attn}, s, d.self_attn, {d_in, d_in, d_p.self_attn, write});
                     });
    if (s.regime.design.shared_attention) join_gradients(d_p.self_attn, d_p.multihead_attn);
}

}  // namespace vitrine
