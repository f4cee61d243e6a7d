#include "core/model/description.h"

#include <limits>

namespace vitrine {

namespace {

MaskOptions mask_of(SublayerKind kind, StackKind stack, const Configuration& c, const Design& design) {
    if (kind == SublayerKind::cross_attention) return cross_mask(c, design);
    return stack == StackKind::encoder ? source_mask(c, design) : target_mask(c, design);
}

NormDescription norm_of(const LayerConfiguration& layer, const Configuration& c) {
    return {layer.layer_norm_options(), c.has_norm_bias(layer)};
}

NormPlacement placement_of(const LayerConfiguration& layer, const Design& design) {
    return design.norm_inside ? NormPlacement::inside : layer.norm_placement;
}

AttentionDescription attention_in(StackKind stack, const LayerConfiguration& layer, const Configuration& c, const Design& design) {
    return {.heads = c.heads(stack),
            .key_heads = c.key_heads(stack),
            .head_width = c.head_width(stack),
            .divisor = {design.scale_scores && layer.scale_scores, 1, layer.scores_width},
            .query_key_norm = layer.query_key_norm,
            .head_norm = norm_of(layer, c),
            .scores_cap = layer.scores_cap,
            .mask_value = c.mask_value ? static_cast<Scalar>(*c.mask_value) : -std::numeric_limits<Scalar>::infinity(),
            .mask_after_softmax = design.mask_after_softmax,
            .projection_bias = c.has_projection_bias(),
            .output_bias = c.has_attention_output_bias()};
}

/// What positions, windows and the parameters of cross-attention are to the attention of a layer.
AttentionDescription attention_of(SublayerKind kind, StackKind stack, const LayerConfiguration& layer, const Configuration& c,
                                  const Design& design) {
    AttentionDescription d = attention_in(stack, layer, c, design);
    d.mask = mask_of(kind, stack, c, design);
    if (kind == SublayerKind::cross_attention) {
        d.shares_parameters = design.shared_attention;
        return d;
    }
    if (d.mask.causal) d.mask.window = layer.window;
    if (!design.positions) return d;
    if (c.is_rotary()) d.rotation = layer.rotation();
    if (c.positions == PositionKind::relative)
        d.position_bias = RelativeBuckets{c.relative_buckets, c.relative_max_distance, stack == StackKind::encoder};
    return d;
}

LayerDescription layer_of(StackKind stack, const LayerConfiguration& layer, const Configuration& c, const Design& design) {
    LayerDescription d{.sublayers = {}, .order = layer.sublayer_order};
    for (const SublayerKind kind : sublayers_of(c, stack)) {
        SublayerDescription& part = d.sublayers.emplace_back();
        part.kind = kind;
        part.norm_placement = placement_of(layer, design);
        part.norm = norm_of(layer, c);
        part.residual = design.residuals;
        if (kind == SublayerKind::feed_forward) {
            part.feed_forward = {layer.activation, layer.gated, c.hidden_width(stack), c.has_feed_forward_bias()};
        } else {
            part.attention = attention_of(kind, stack, layer, c, design);
        }
    }
    return d;
}

StackDescription stack_of(StackKind stack, const Configuration& c, const Design& design) {
    StackDescription d;
    for (std::size_t i = 0; i < static_cast<std::size_t>(c.layers(stack)); ++i) {
        d.layers.push_back(layer_of(stack, c.layer(stack, i), c, design));
        if (!c.scale_scores_by_layer) continue;
        for (SublayerDescription& part : d.layers.back().sublayers) part.attention.divisor.layer = static_cast<Size>(i) + 1;
    }
    if (c.final_norm) d.final_norm = norm_of(c, c);
    return d;
}

}  // namespace

std::array<std::string, 2> scored_symbols(const AttentionDescription& attention) {
    const std::array<std::string, 2> own{"Q", "K"}, once{"Q′", "K′"}, twice{"Q″", "K″"};
    const bool normed = attention.query_key_norm != QueryKeyNorm::none, turned = attention.rotation.has_value();
    return normed && turned ? twice : normed || turned ? once : own;
}

std::string addend_text(NormPlacement placement, const std::string& sublayer, const std::string& norm) {
    const std::string inner = sublayer + (is_normed_before(placement) ? "(" + norm + "(x))" : "(x)");
    return is_normed_inside(placement) ? norm + "(" + inner + ")" : inner;
}

ModelDescription describe(const Configuration& c, const Design& design) {
    ModelDescription d{.configuration = c, .design = design, .source = {}, .target = {}, .encoder = {}, .decoder = {}, .lone = {}};
    if (!c.is_transformer()) {
        d.lone = {.kind = SublayerKind::self_attention, .attention = attention_in(StackKind::encoder, c, c, design)};
        return d;
    }
    d.source.scaled = c.scale_embedding && design.scale_embedding;
    if (design.positions && c.adds_positions()) d.source.positions = c.positions;
    if (c.embedding_norm) d.source.norm = norm_of(c, c);
    d.target = d.source;
    if (c.has_encoder()) d.encoder = stack_of(StackKind::encoder, c, design);
    if (c.has_decoder()) d.decoder = stack_of(StackKind::decoder, c, design);
    return d;
}

}  // namespace vitrine
