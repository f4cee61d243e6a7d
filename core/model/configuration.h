#pragma once
/// Every design choice of a model, as its config.json holds them.

#include <cstdint>
#include <optional>

#include "core/ops/activation.h"
#include "core/ops/layer_norm.h"

namespace vitrine {

enum class NormPlacement {
    after,   ///< LayerNorm(x + Sublayer(x)), as in the paper
    before,  ///< x + Sublayer(LayerNorm(x))
};

enum class PositionKind { sinusoidal, learned };

/// Which tables are one and the same (section 3.4 ties all three).
enum class Tie {
    none,
    output,      ///< fc_out is tgt_embedding
    embeddings,  ///< tgt_embedding is src_embedding
    all,
};

struct Configuration {
    Size d_model = 512;
    Size nhead = 8;
    Size num_encoder_layers = 6;
    Size num_decoder_layers = 6;
    Size dim_feedforward = 2048;
    Size src_vocab_size = 0;
    Size tgt_vocab_size = 0;

    ActivationKind activation = ActivationKind::relu;
    NormPlacement norm_placement = NormPlacement::after;
    LayerNormKind layer_norm = LayerNormKind::torch;
    double layer_norm_eps = 1e-5;
    bool bias = true;
    bool final_norm = true;
    std::optional<Size> d_embed;
    bool embedding_norm = false;
    bool scale_embedding = true;
    PositionKind positions = PositionKind::sinusoidal;
    Size max_positions = 64;
    Tie tie = Tie::none;
    std::optional<double> mask_value;  ///< none: −∞

    std::int32_t pad_src = 0, pad_tgt = 0;
    std::int32_t bos = 1, eos = 2;
    double dropout = 0;            ///< in training only, wherever nn.Transformer has it
    double embedding_dropout = 0;  ///< in training only, where the paper has it and nn.Transformer, which embeds nothing, does not

    Size head_width() const { return d_model / nhead; }
    Size embedding_width() const { return d_embed.value_or(d_model); }
    bool norm_first() const { return norm_placement == NormPlacement::before; }
    bool ties_output() const { return tie == Tie::output || tie == Tie::all; }
    bool ties_embeddings() const { return tie == Tie::embeddings || tie == Tie::all; }
    LayerNormOptions layer_norm_options() const { return {layer_norm, static_cast<Scalar>(layer_norm_eps)}; }

    bool operator==(const Configuration&) const = default;
};

/// Throws Error naming the field where the choices cannot be built together, or would need an absurd amount of memory.
void check(const Configuration& configuration);

/// How many numbers the parameters are, tied tables counted once.
double parameter_count(const Configuration& configuration);

}  // namespace vitrine
