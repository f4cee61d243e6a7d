#include "core/model/blocks.h"

#include <cmath>
#include <limits>

#include "core/ops/attention.h"
#include "core/ops/residual.h"
#include "core/ops/softmax.h"

namespace vitrine {

void embed(const IndexTensor& tokens, const EmbeddingView& parameters, const Configuration& c, EmbeddingActivations& a) {
    const Size sentences = tokens.size(0), length = tokens.size(1), width = c.d_model;
    a.tokens = tokens;
    a.embedding.resize({sentences, length, c.embedding_width()});
    embedding_forward(tokens, parameters.table, a.embedding);

    const Tensor* x = &a.embedding;
    if (c.d_embed) {
        a.projected.resize({sentences, length, width});
        linear_forward(*x, {parameters.projection.weight, parameters.projection.bias}, a.projected);
        x = &a.projected;
    }
    if (c.scale_embedding) {
        a.scaled.resize({sentences, length, width});
        scale_forward(*x, std::sqrt(Scalar(width)), a.scaled);
        x = &a.scaled;
    }

    const bool fits = a.positions.size(0) == length && a.positions.size(1) == width;
    a.positions.resize({length, width});
    if (c.positions == PositionKind::learned) {
        learned_positions(parameters.positions, a.positions);
    } else if (!fits || !a.has_sinusoids) {
        sinusoidal_positions(a.positions);
    }
    a.has_sinusoids = c.positions == PositionKind::sinusoidal;
    a.sum.resize({sentences, length, width});
    add_positions_forward(*x, a.positions, a.sum);
    if (c.embedding_norm) layer_norm_forward(a.sum, parameters.norm, c.layer_norm_options(), a.normalized);
}

namespace {

Scalar mask_value(const Configuration& c) {
    return c.mask_value ? static_cast<Scalar>(*c.mask_value) : -std::numeric_limits<Scalar>::infinity();
}

/// Sizes one attention's tensors; the projections keep all heads of a position together, so that each is one product.
void size_attention(const AttentionInput& input, const Configuration& c, AttentionActivations& a) {
    const Size sentences = input.queries.size(0), queries = input.queries.size(1), keys = input.memory.size(1);
    const Size heads = c.nhead, width = c.head_width();
    a.query.resize({sentences, heads, queries, width}, Order::heads_together);
    a.key.resize({sentences, heads, keys, width}, Order::heads_together);
    a.value.resize({sentences, heads, keys, width}, Order::heads_together);
    for (Tensor* grid : {&a.scores, &a.masked_scores, &a.weights}) grid->resize({sentences, heads, queries, keys});
    a.context.resize({sentences, heads, queries, width}, Order::heads_together);
    a.merged.resize({sentences, queries, c.d_model});
    a.output.resize({sentences, queries, c.d_model});
}

}  // namespace

void attend(const AttentionInput& input, const AttentionParameters& p, const Configuration& c, AttentionActivations& a) {
    size_attention(input, c, a);
    const Size width = c.d_model;
    linear_forward(input.queries, {p.in_proj_weight, p.in_proj_bias, 0 * width, width}, a.query);
    linear_forward(input.memory, {p.in_proj_weight, p.in_proj_bias, 1 * width, width}, a.key);
    linear_forward(input.memory, {p.in_proj_weight, p.in_proj_bias, 2 * width, width}, a.value);

    scores_forward(a.query, a.key, a.scores);
    make_mask(input.key_tokens, input.queries.size(1), input.mask, a.mask);
    mask_forward(a.scores, a.mask, mask_value(c), a.masked_scores);
    softmax_forward(a.masked_scores, a.weights);
    context_forward(a.weights, a.value, a.context);

    merge_heads_forward(a.context, a.merged);
    linear_forward(a.merged, {p.out_proj.weight, p.out_proj.bias}, a.output);
}

template <class LayerParameters>
void feed_forward(const Tensor& x, const LayerParameters& p, const Configuration& c, FeedForwardActivations& a) {
    const Size sentences = x.size(0), length = x.size(1);
    a.linear1.resize({sentences, length, c.dim_feedforward});
    a.activation.resize({sentences, length, c.dim_feedforward});
    a.linear2.resize({sentences, length, c.d_model});
    linear_forward(x, {p.linear1.weight, p.linear1.bias}, a.linear1);
    activation_forward(a.linear1, c.activation, a.activation);
    linear_forward(a.activation, {p.linear2.weight, p.linear2.bias}, a.linear2);
}

template void feed_forward(const Tensor&, const EncoderLayerParameters&, const Configuration&, FeedForwardActivations&);
template void feed_forward(const Tensor&, const DecoderLayerParameters&, const Configuration&, FeedForwardActivations&);

namespace {

/// One sublayer's share of a layer: its residual and its norm, wherever the norm stands.
struct Connection {
    const LayerNormParameters& parameters;
    LayerNormActivations& norm;
    Tensor& residual;
};

/// x + Sublayer(LayerNorm(x)) under pre-norm, LayerNorm(x + Sublayer(x)) as in the paper; gives what the next sublayer reads.
/// sublayer(input) computes the sublayer and returns its output tensor.
template <class Sublayer>
const Tensor& connect(const Tensor& x, const Configuration& c, Connection connection, Sublayer&& sublayer) {
    const LayerNormOptions options = c.layer_norm_options();
    connection.residual.resize({x.size(0), x.size(1), x.size(2)});
    if (c.norm_first()) {
        layer_norm_forward(x, connection.parameters, options, connection.norm);
        residual_forward(x, sublayer(connection.norm.output), connection.residual);
        return connection.residual;
    }
    residual_forward(x, sublayer(x), connection.residual);
    layer_norm_forward(connection.residual, connection.parameters, options, connection.norm);
    return connection.norm.output;
}

}  // namespace

void encode_layer(const Tensor& x, const IndexTensor& tokens, const EncoderLayerParameters& p, const Configuration& c,
                  EncoderLayerActivations& a) {
    const Tensor& attended = connect(x, c, {p.norm1, a.norm1, a.residual1}, [&](const Tensor& in) -> const Tensor& {
        attend({in, in, tokens, {.pad = c.pad_src}}, p.self_attn, c, a.self_attn);
        return a.self_attn.output;
    });
    connect(attended, c, {p.norm2, a.norm2, a.residual2}, [&](const Tensor& in) -> const Tensor& {
        feed_forward(in, p, c, a.ffn);
        return a.ffn.linear2;
    });
}

void decode_layer(const DecoderInput& input, const DecoderLayerParameters& p, const Configuration& c, DecoderLayerActivations& a) {
    const Tensor& own = connect(input.x, c, {p.norm1, a.norm1, a.residual1}, [&](const Tensor& in) -> const Tensor& {
        attend({in, in, input.target_tokens, {.pad = c.pad_tgt, .causal = true}}, p.self_attn, c, a.self_attn);
        return a.self_attn.output;
    });
    const Tensor& crossed = connect(own, c, {p.norm2, a.norm2, a.residual2}, [&](const Tensor& in) -> const Tensor& {
        attend({in, input.memory, input.source_tokens, {.pad = c.pad_src}}, p.multihead_attn, c, a.cross_attn);
        return a.cross_attn.output;
    });
    connect(crossed, c, {p.norm3, a.norm3, a.residual3}, [&](const Tensor& in) -> const Tensor& {
        feed_forward(in, p, c, a.ffn);
        return a.ffn.linear2;
    });
}

const Tensor& layer_output(const EncoderLayerActivations& a, const Configuration& c) {
    return c.norm_first() ? a.residual2 : a.norm2.output;
}

const Tensor& layer_output(const DecoderLayerActivations& a, const Configuration& c) {
    return c.norm_first() ? a.residual3 : a.norm3.output;
}

}  // namespace vitrine
