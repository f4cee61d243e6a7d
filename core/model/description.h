#pragma once
/// What a model computes, as data: its embeddings, its stacks, their layers and the layers' sublayers. A configuration and a design
/// describe layers that are alike. The passes ask the description, in which any two layers may differ.

#include <optional>
#include <vector>

#include "core/model/design.h"
#include "core/model/masks.h"
#include "core/model/sublayers.h"
#include "core/ops/attention.h"
#include "core/ops/relative_positions.h"

namespace vitrine {

/// LayerNorm or RMSNorm.
struct NormDescription {
    LayerNormOptions options{};
    bool bias = true;
};

/// How queries and keys are turned by their positions: core/ops/rotary.h.
struct Rotation {
    double base = 10000;
    std::optional<RotaryScaling> scaling{};
};

/// Multi-head attention (section 3.2.2).
struct AttentionDescription {
    Size heads = 1, key_heads = 1;  ///< of queries; of keys and values
    Size head_width = 1;            ///< d, the features of a head
    ScoreDivisor divisor{};
    std::optional<Rotation> rotation{};              ///< none: queries and keys are not turned
    std::optional<RelativeBuckets> position_bias{};  ///< of the bias that scores get by their distance; none: they get none
    MaskOptions mask{.pad = no_token};
    Scalar mask_value = 0;            ///< a masked score
    bool mask_after_softmax = false;  ///< weights = softmax(scores) ⊙ mask, not renormalised
    bool shares_parameters = false;   ///< cross-attention uses the parameters of its layer's self-attention
    bool projection_bias = true;      ///< of Q, K and V
    bool output_bias = true;          ///< of W_O

    Size query_rows() const { return heads * head_width; }    ///< of W_Q, and columns of W_O
    Size key_rows() const { return key_heads * head_width; }  ///< of W_K, and of W_V
};

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

/// The description of a model of this configuration with these departures from the paper.
ModelDescription describe(const Configuration& configuration, const Design& design = {});

}  // namespace vitrine
