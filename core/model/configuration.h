#pragma once
/// The configuration of a model, as stored in config.json.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/ops/activation.h"
#include "core/ops/layer_norm.h"

namespace vitrine {

enum class Architecture : std::uint8_t {
    transformer,  ///< the encoder-decoder of figure 1
    attention,    ///< one attention of figure 2 alone, without W_O: its inputs are given as vectors
};

enum class NormPlacement {
    after,   ///< LayerNorm(x + Sublayer(x)), as in the paper
    before,  ///< x + Sublayer(LayerNorm(x))
};

enum class PositionKind { sinusoidal, learned };

/// Which embedding tables are shared (section 3.4 shares all three).
enum class Tie {
    none,
    output,      ///< fc_out is tgt_embedding
    embeddings,  ///< tgt_embedding is src_embedding
    all,
};

/// The id of a token that there is not: padding, beginning or end of a model without.
constexpr std::int32_t no_token = -1;

struct Configuration {
    Architecture architecture = Architecture::transformer;
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

    std::int32_t pad_src = 0, pad_tgt = 0;  ///< no_token: nothing is padding
    std::int32_t bos = 1, eos = 2;          ///< no_token: targets have no beginning, no end
    double dropout = 0;                     ///< in training only, at the places of nn.Transformer
    double embedding_dropout = 0;  ///< in training only, on the sums of embeddings and positions; nn.Transformer has no embeddings

    Size head_width() const { return d_model / nhead; }
    Size embedding_width() const { return d_embed.value_or(d_model); }
    bool is_transformer() const { return architecture == Architecture::transformer; }
    bool norm_first() const { return norm_placement == NormPlacement::before; }
    bool ties_output() const { return tie == Tie::output || tie == Tie::all; }
    bool ties_embeddings() const { return tie == Tie::embeddings || tie == Tie::all; }
    LayerNormOptions layer_norm_options() const { return {layer_norm, static_cast<Scalar>(layer_norm_eps)}; }

    bool operator==(const Configuration&) const = default;
};

/// What all configurations of one attention alone have in common: what it does without is switched off, 0 or no token.
Configuration lone_attention();

/// Throws Error, which names the model and says what it lacks, where it is no whole Transformer. `lacks`: "nothing to decode".
void require_transformer(const Configuration& configuration, const std::string& name, std::string_view lacks);

/// All that is wrong, each naming its field: a value out of range, choices that contradict each other, a model that is too large
/// (2·10⁹ parameters or 10 000 layers). `unsound`: fields that are known to be wrong; nothing is said of them, nor of what has to
/// fit them.
std::vector<std::string> problems_of(const Configuration& configuration, const std::vector<std::string>& unsound = {});

/// Throws Error with all problems, "; " between them.
void check(const Configuration& configuration);

/// The number of parameters; tied tables count once.
double parameter_count(const Configuration& configuration);

}  // namespace vitrine
