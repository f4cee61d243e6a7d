#pragma once
/// What a model computes, as data: its embeddings, its stacks, their layers and the layers' sublayers. A configuration and a design
/// describe layers that are alike. The passes ask the description, in which any two layers may differ.

#include <algorithm>
#include <optional>
#include <vector>

#include "core/model/design.h"
#include "core/model/masks.h"
#include "core/model/sublayers.h"
#include "core/ops/attention.h"
#include "core/ops/relative_positions.h"
#include "core/ops/rotary.h"

namespace vitrine {

/// LayerNorm or RMSNorm.
struct NormDescription {
    LayerNormOptions options{};
    bool bias = true;
};

/// Multi-head attention (section 3.2.2).
struct AttentionDescription {
    Size heads = 1, key_heads = 1;  ///< of queries; of keys and values
    Size head_width = 1;            ///< d, the features of a head
    ScoreDivisor divisor{};
    QueryKeyNorm query_key_norm = QueryKeyNorm::none;
    NormDescription head_norm{};                     ///< of queries and keys, if they are normalised
    std::optional<Rotation> rotation{};              ///< none: queries and keys are not turned
    std::optional<double> scores_cap{};              ///< core/ops/soft_cap.h
    std::optional<RelativeBuckets> position_bias{};  ///< of the bias that scores get by their distance; none: they get none
    MaskOptions mask{.pad = no_token};
    Scalar mask_value = 0;            ///< a masked score
    bool mask_after_softmax = false;  ///< weights = softmax(scores) ⊙ mask, not renormalised
    bool shares_parameters = false;   ///< cross-attention uses the parameters of its layer's self-attention
    bool projection_bias = true;      ///< of Q, K and V
    bool output_bias = true;          ///< of W_O

    /// d in the divisor √d of the scores.
    double scaled_width() const { return divisor.width.value_or(static_cast<double>(head_width)); }
    Size query_rows() const { return heads * head_width; }    ///< of W_Q, and columns of W_O
    Size key_rows() const { return key_heads * head_width; }  ///< of W_K, and of W_V
};

/// The symbols of the queries and keys whose products are the scores: "Q" and "K", with a prime for their norm and their rotation.
std::array<std::string, 2> scored_symbols(const AttentionDescription& attention);

/// The position-wise feed-forward network (section 3.3).
struct FeedForwardDescription {
    ActivationKind activation{};
    bool gated = false;  ///< core/ops/gate.h
    Size width = 1;      ///< its hidden units
    bool bias = true;
};

/// A sublayer, with its residual connection and its norm.
struct SublayerDescription {
    SublayerKind kind{};
    NormPlacement norm_placement{};
    NormDescription norm{};
    bool residual = true;                   ///< false: residual = sublayer(x)
    AttentionDescription attention{};       ///< of an attention
    FeedForwardDescription feed_forward{};  ///< of a feed-forward network
};

struct LayerDescription {
    std::vector<SublayerDescription> sublayers;  ///< in order of computation
    SublayerOrder order = SublayerOrder::sequential;

    bool is_parallel() const { return order != SublayerOrder::sequential; }
    /// Whether a sublayer, counted from 0, has a norm of its own before, inside or after it.
    bool has_norm(std::size_t sublayer) const { return order != SublayerOrder::parallel_shared || sublayer == 0; }
    /// How many sublayers have one.
    std::size_t norms() const { return order == SublayerOrder::parallel_shared ? 1 : sublayers.size(); }
};

struct StackDescription {
    std::vector<LayerDescription> layers;
    std::optional<NormDescription> final_norm;  ///< after the last layer
};

/// Embeddings of the source or of the target (sections 3.4 and 3.5).
struct EmbeddingDescription {
    bool scaled = true;                           ///< by √D
    PositionKind positions = PositionKind::none;  ///< what is added: sinusoidal, sines_first, learned, or none
    std::optional<NormDescription> norm{};        ///< of the sum
};

struct ModelDescription {
    Configuration configuration;  ///< what it was made from, like the design
    Design design;
    EmbeddingDescription source, target;
    StackDescription encoder, decoder;  ///< a stack that the model lacks has no layers
    SublayerDescription lone;           ///< the only part of a model that is one attention alone
};

/// The layers of both stacks, the encoder's first.
template <class Visit>
void for_each_layer(const ModelDescription& model, Visit&& visit) {
    for (const StackDescription* stack : {&model.encoder, &model.decoder}) std::ranges::for_each(stack->layers, visit);
}

/// The sublayers of both stacks, in order of computation.
template <class Visit>
void for_each_sublayer(const ModelDescription& model, Visit&& visit) {
    for_each_layer(model, [&](const LayerDescription& layer) { std::ranges::for_each(layer.sublayers, visit); });
}

/// Whether holds(attention) for any attention of the model.
template <class Holds>
bool any_attention(const ModelDescription& model, Holds&& holds) {
    bool any = model.configuration.is_transformer() ? false : holds(model.lone.attention);
    for_each_sublayer(
        model, [&](const SublayerDescription& one) { any |= one.kind != SublayerKind::feed_forward && holds(one.attention); });
    return any;
}

/// What a sublayer adds to the residual stream x: "LayerNorm(sublayer(x))".
std::string addend_text(NormPlacement placement, const std::string& sublayer, const std::string& norm);

/// The description of a model of this configuration with these departures from the paper.
ModelDescription describe(const Configuration& configuration, const Design& design = {});

}  // namespace vitrine
