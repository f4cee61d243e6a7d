#pragma once
/// Configurations, parameters and batches of random shapes and choices, the same from a seed.

#include <vector>

#include "core/model/batch.h"
#include "core/model/design_choices.h"
#include "core/model/parameters.h"
#include "core/tensor/random.h"

namespace vitrine::tests {

inline Size between(Random& random, Size least, Size most) {
    return least + static_cast<Size>(random.below(static_cast<std::uint64_t>(most - least + 1)));
}

inline bool coin(Random& random) { return random.below(2) == 1; }

/// A small model with any of the design choices. Its special tokens are 0 (pad), 1 (bos) and 2 (eos) on both sides.
inline Configuration random_configuration(Random& random) {
    Configuration c;
    c.nhead = between(random, 1, 3);
    c.d_model = c.nhead * between(random, 2, 4) + (c.nhead == 1 ? 2 : 0);
    c.num_encoder_layers = between(random, 1, 3);
    c.num_decoder_layers = between(random, 1, 3);
    c.dim_feedforward = between(random, 1, 12);
    c.activation = static_cast<ActivationKind>(random.below(4));
    c.norm_placement = coin(random) ? NormPlacement::after : NormPlacement::before;
    c.layer_norm = coin(random) ? LayerNormKind::torch : LayerNormKind::annotated;
    c.bias = coin(random);
    c.final_norm = coin(random);
    c.embedding_norm = coin(random);
    c.scale_embedding = coin(random);
    c.positions = coin(random) ? PositionKind::sinusoidal : PositionKind::learned;
    c.max_positions = 12;
    c.tie = static_cast<Tie>(random.below(4));
    if (coin(random)) c.d_embed = c.ties_output() ? c.d_model : between(random, 1, 9);
    if (coin(random)) c.mask_value = -1e9;
    c.src_vocab_size = between(random, 4, 12);
    c.tgt_vocab_size = c.ties_embeddings() ? c.src_vocab_size : between(random, 4, 12);
    c.pad_src = c.pad_tgt = 0, c.bos = 1, c.eos = 2;
    check(c);
    return c;
}

/// Any of the choices that single layers may have.
inline LayerConfiguration random_layer(const Configuration& c, StackKind stack, Random& random) {
    LayerConfiguration layer = c;
    layer.activation = static_cast<ActivationKind>(random.below(4));
    layer.gated = coin(random);
    layer.norm_placement = static_cast<NormPlacement>(random.below(4));
    if (layer.norm_placement == NormPlacement::before) layer.sublayer_order = static_cast<SublayerOrder>(random.below(3));
    layer.layer_norm = static_cast<LayerNormKind>(random.below(3));
    layer.norm_adds_one = coin(random);
    layer.norm_gain = layer.is_rms() || coin(random);
    layer.scale_scores = coin(random);
    if (coin(random)) layer.scores_width = 0.5 + 3 * random.uniform();
    if (coin(random)) layer.scores_cap = 0.5 + random.uniform();
    if (layer.norm_gain) layer.query_key_norm = static_cast<QueryKeyNorm>(random.below(3));
    if (stack == StackKind::decoder && coin(random)) layer.window = between(random, 1, 4);
    layer.rotary_base = 10 + 100 * random.uniform();
    layer.rotary_pairs = coin(random) ? RotaryPairs::halves : RotaryPairs::neighbours;
    if (coin(random)) layer.rotary_width = 2;
    return layer;
}

/// Gives every layer its own choices, or leaves them alike.
inline void draw_layers(Configuration& c, Random& random) {
    c.encoder_layers.clear(), c.decoder_layers.clear();
    if (coin(random)) return;
    for (Size i = 0; c.has_encoder() && i < c.num_encoder_layers; ++i)
        c.encoder_layers.push_back(random_layer(c, StackKind::encoder, random));
    for (Size i = 0; c.has_decoder() && i < c.num_decoder_layers; ++i)
        c.decoder_layers.push_back(random_layer(c, StackKind::decoder, random));
}

/// A small model with any of the choices that other papers make: one stack or both, grouped heads, any positions,
/// layers that differ from each other.
inline Configuration random_family(Random& random) {
    Configuration c = random_configuration(random);
    const Size groups = between(random, 1, 2);
    c.architecture = static_cast<Architecture>(random.below(3));
    c.nhead = groups * between(random, 1, 2);
    if (coin(random)) c.num_key_value_heads = groups;
    c.head_dim = 2 * between(random, 1, 2);
    c.decoder_dim_feedforward = between(random, 1, 9);
    c.gated = coin(random);
    c.layer_norm = static_cast<LayerNormKind>(random.below(3));
    c.positions = static_cast<PositionKind>(random.below(6));
    c.position_offset = between(random, 0, 2);
    if (coin(random)) c.rotary_factor = 8, c.rotary_original_positions = 32;
    if (coin(random)) c.rotary_scaling = RotaryScalingKind::linear;
    c.relative_buckets = 8, c.relative_max_distance = 6;
    for (std::optional<bool>* part : {&c.biases.projections, &c.biases.attention_output, &c.biases.feed_forward, &c.biases.norm,
                                      &c.biases.embedding_projection, &c.biases.output})
        if (coin(random)) *part = coin(random);
    c.scale_scores = coin(random);
    c.scale_scores_by_layer = coin(random);
    c.norm_gain = c.is_rms() || coin(random);
    c.output_transform = coin(random);
    c.scale_output = coin(random);
    c.project_output = c.d_embed && coin(random);
    if (c.project_output) c.d_embed = between(random, 1, 9);
    c.segment_kinds = c.has_encoder() && coin(random) ? 2 : 0;
    if (coin(random)) c.pad_src = c.pad_tgt = filler;
    if (coin(random)) c.untrained_token = 1;
    if (coin(random)) c.logits_cap = 0.5 + 2 * random.uniform();
    draw_layers(c, random);
    check(c);
    return c;
}

/// A random combination of departures that such a model allows.
inline Design random_design(const Configuration& c, Random& random) {
    while (true) {
        Design design;
        for (const DesignChoice& choice : design_choices()) choice.make(design, random.below(3) == 0);
        if (refusal(design, c).empty()) return design;
    }
}

/// Every single departure that such a model allows.
inline std::vector<Design> single_departures(const Configuration& c) {
    std::vector<Design> designs;
    for (const DesignChoice& choice : design_choices()) {
        Design design;
        choice.make(design, true);
        if (refusal(design, c).empty()) designs.push_back(design);
    }
    return designs;
}

/// Parameters in which no bias is 0 and no gain is 1, so that a test notices if one of them is left out.
inline Parameters random_parameters(const Configuration& c, Random& random) {
    Parameters parameters = initialise(c, {.kind = Initialisation::xavier, .seed = random.next()});
    visit_tensors(
        [&](Tensor& tensor) {
            if (tensor.layout().rank > 1) return;
            for (Size i = 0; i < tensor.count(); ++i) tensor.data()[i] += static_cast<Scalar>(0.4 * random.uniform() - 0.2);
        },
        parameters);
    return parameters;
}

/// Tokens that are not padding.
inline void draw_words(IndexTensor& tokens, Size vocabulary, Random& random) {
    for (Size i = 0; i < tokens.count(); ++i) tokens.data()[i] = static_cast<std::int32_t>(between(random, 1, vocabulary - 1));
}

/// Replaces all tokens of a sentence after the first `length` by padding.
inline void pad_after(IndexTensor& tokens, Size sentence, Size length, std::int32_t pad = 0) {
    for (Size i = length; i < tokens.size(1); ++i) tokens.at({sentence, i}) = pad;
}

/// One to three sentences of up to nine words; all but the first may end in padding.
inline Batch random_batch(const Configuration& c, Random& random) {
    const Size sentences = between(random, 1, 3), source = between(random, 1, 9), target = between(random, 1, 9);
    const bool labels_source = c.last_stack() == StackKind::encoder;
    Batch batch;
    if (c.has_encoder()) batch.src.resize({sentences, source});
    if (c.has_decoder()) batch.tgt.resize({sentences, target});
    batch.labels.resize({sentences, labels_source ? source : target});
    draw_words(batch.src, c.src_vocab_size, random);
    draw_words(batch.tgt, c.tgt_vocab_size, random);
    draw_words(batch.labels, c.output_vocabulary(), random);
    const auto padding = [](std::int32_t pad) { return pad == filler ? filler : 0; };
    for (Size b = 1; b < sentences; ++b) {
        const Size length = between(random, 1, target), source_length = between(random, 1, source);
        if (c.has_encoder()) pad_after(batch.src, b, source_length, padding(c.pad_src));
        if (c.has_decoder()) pad_after(batch.tgt, b, length, padding(c.pad_tgt));
        pad_after(batch.labels, b, labels_source ? source_length : length, padding(c.output_padding()));
    }
    if (c.segment_kinds > 0 && coin(random)) {
        batch.segments.resize({sentences, source});
        for (Size i = 0; i < batch.segments.count(); ++i)
            batch.segments.data()[i] = batch.src.data()[i] == filler ? filler : static_cast<std::int32_t>(random.below(2));
    }
    check(batch, c);
    return batch;
}

}  // namespace vitrine::tests
