#include "core/model/description.h"

#include <limits>

namespace vitrine {

namespace {

MaskOptions mask_of(SublayerKind kind, StackKind stack, const Configuration& c, const Design& design) {
    if (kind == SublayerKind::cross_attention) return cross_mask(c, design);
    return stack == StackKind::encoder ? source_mask(c, design) : target_mask(c, design);
}

NormDescription norm_of(const Configuration& c) { return {c.layer_norm_options(), c.has_norm_bias()}; }

AttentionDescription attention_in(StackKind stack, const Configuration& c, const Design& design) {
    return {.heads = c.heads(stack),
            .key_heads = c.key_heads(stack),
            .head_width = c.head_width(stack),
            .divisor = {design.scale_scores && c.scale_scores, 1},
            .mask_value = c.mask_value ? static_cast<Scalar>(*c.mask_value) : -std::numeric_limits<Scalar>::infinity(),
            .mask_after_softmax = design.mask_after_softmax,
            .projection_bias = c.has_projection_bias(),
            .output_bias = c.has_attention_output_bias()};
}

SublayerDescription sublayer(SublayerKind kind, StackKind stack, const Configuration& c, const Design& design) {
    SublayerDescription d{.kind = kind,
                          .norm_placement = design.norm_inside ? NormPlacement::inside : c.norm_placement,
                          .norm = norm_of(c),
                          .residual = design.residuals};
    if (kind == SublayerKind::feed_forward) {
        d.feed_forward = {c.activation, c.gated, c.hidden_width(stack), c.has_feed_forward_bias()};
        return d;
    }
    d.attention = attention_in(stack, c, design);
    d.attention.mask = mask_of(kind, stack, c, design);
    d.attention.shares_parameters = kind == SublayerKind::cross_attention && design.shared_attention;
    if (kind == SublayerKind::cross_attention || !design.positions) return d;
    if (c.is_rotary()) d.attention.rotation = Rotation{c.rotary_base, c.rotary_scaling()};
    if (c.positions == PositionKind::relative)
        d.attention.position_bias = RelativeBuckets{c.relative_buckets, c.relative_max_distance, stack == StackKind::encoder};
    return d;
}

StackDescription stack(StackKind kind, const Configuration& c, const Design& design) {
    StackDescription d;
    LayerDescription layer;
    for (const SublayerKind part : sublayers_of(c, kind)) layer.sublayers.push_back(sublayer(part, kind, c, design));
    d.layers.assign(static_cast<std::size_t>(c.layers(kind)), layer);
    for (std::size_t i = 0; c.scale_scores_by_layer && i < d.layers.size(); ++i) {
        for (SublayerDescription& part : d.layers[i].sublayers) part.attention.divisor.layer = static_cast<Size>(i) + 1;
    }
    if (c.final_norm) d.final_norm = norm_of(c);
    return d;
}

}  // namespace

ModelDescription describe(const Configuration& c, const Design& design) {
    ModelDescription d{.configuration = c, .design = design, .source = {}, .target = {}, .encoder = {}, .decoder = {}, .lone = {}};
    if (!c.is_transformer()) {
        d.lone = {.kind = SublayerKind::self_attention, .attention = attention_in(StackKind::encoder, c, design)};
        return d;
    }
    d.source.scaled = scales_embedding(c, design);
    if (design.positions && c.adds_positions()) d.source.positions = c.positions;
    if (c.embedding_norm) d.source.norm = norm_of(c);
    d.target = d.source;
    if (c.has_encoder()) d.encoder = stack(StackKind::encoder, c, design);
    if (c.has_decoder()) d.decoder = stack(StackKind::decoder, c, design);
    return d;
}

}  // namespace vitrine
