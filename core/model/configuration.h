#pragma once
/// The configuration of a model, as stored in config.json.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/ops/activation.h"
#include "core/ops/layer_norm.h"
#include "core/ops/rotary.h"

namespace vitrine {

enum class Architecture : std::uint8_t {
    transformer,  ///< the encoder-decoder of figure 1
    decoder,      ///< its decoder alone, which reads no memory: GPT (Radford et al. 2018)
    encoder,      ///< its encoder alone, with a prediction for every token: BERT (Devlin et al. 2019)
    attention,    ///< one attention of figure 2 alone, without W_O: its inputs are given as vectors
};

enum class NormPlacement {
    after,   ///< LayerNorm(x + Sublayer(x)), as in the paper
    before,  ///< x + Sublayer(LayerNorm(x))
    inside,  ///< x + LayerNorm(Sublayer(x)): OLMo 2
    around,  ///< x + LayerNorm(Sublayer(LayerNorm(x))), with two norms: Gemma 2
};

/// Whether a norm stands before the sublayer; whether one stands behind it, before x is added.
constexpr bool is_normed_before(NormPlacement placement) {
    return placement == NormPlacement::before || placement == NormPlacement::around;
}
constexpr bool is_normed_inside(NormPlacement placement) {
    return placement == NormPlacement::inside || placement == NormPlacement::around;
}

/// One of the two stacks of figure 1.
enum class StackKind : std::uint8_t { encoder, decoder };

enum class PositionKind {
    sinusoidal,   ///< sines and cosines in turn, added to the embeddings (section 3.5)
    sines_first,  ///< the same numbers, all sines before all cosines
    learned,      ///< a table that is added to the embeddings (section 3.5)
    rotary,       ///< queries and keys are turned: core/ops/rotary.h
    relative,     ///< scores have a number added that depends on the distance: core/ops/relative_positions.h
    none,
};

/// Which embedding tables are shared (section 3.4 shares all three).
enum class Tie {
    none,
    output,      ///< fc_out is tgt_embedding
    embeddings,  ///< tgt_embedding is src_embedding
    all,
};

/// Instead of a token's id: the model has no such token, whether padding, beginning or end.
constexpr std::int32_t no_token = -1;

/// Instead of the id of padding: the model has no token for padding, and sentences are padded by their lengths. This id, which no
/// token has, fills up the shorter rows, and marks the labels that do not count.
constexpr std::int32_t filler = -2;

/// How the sublayers of a layer follow each other.
enum class SublayerOrder : std::uint8_t {
    sequential,       ///< each reads what the one before has made, as in the paper
    parallel,         ///< all read the layer's input, each through a norm of its own: GPT-NeoX
    parallel_shared,  ///< all read one norm of the layer's input: GPT-J, Phi
};

/// Whether queries and keys are normalised before their products.
enum class QueryKeyNorm : std::uint8_t {
    none,
    each_head,  ///< each head by itself, with one gain for all: Qwen 3
    all_heads,  ///< all heads of a position at once: OLMo 2
};

/// What may differ between the layers of a model.
struct LayerConfiguration {
    ActivationKind activation = ActivationKind::relu;
    bool gated = false;  ///< the feed-forward network is gated: core/ops/gate.h
    NormPlacement norm_placement = NormPlacement::after;
    SublayerOrder sublayer_order = SublayerOrder::sequential;
    LayerNormKind layer_norm = LayerNormKind::torch;
    double layer_norm_eps = 1e-5;
    bool norm_gain = true;               ///< false: LayerNorms have neither gain nor bias
    bool norm_adds_one = false;          ///< gains are 1 + weight
    bool scale_scores = true;            ///< by 1/√ of a head's width
    std::optional<double> scores_width;  ///< in place of a head's width
    std::optional<double> scores_cap;    ///< core/ops/soft_cap.h
    QueryKeyNorm query_key_norm = QueryKeyNorm::none;
    std::optional<Size> window;  ///< a token of the decoder sees itself and the window − 1 tokens before it
    double rotary_base = 10000;
    double rotary_factor = 1;  ///< 1: frequencies are not scaled; otherwise see RotaryScaling, like the next four
    RotaryScalingKind rotary_scaling = RotaryScalingKind::llama3;
    double rotary_low_frequency = 1, rotary_high_frequency = 4;
    Size rotary_original_positions = 8192;
    std::optional<Size> rotary_width;  ///< features of a head that are turned; none: all
    RotaryPairs rotary_pairs = RotaryPairs::halves;

    Rotation rotation() const {
        const RotaryScaling scaling{rotary_factor, rotary_low_frequency, rotary_high_frequency, rotary_original_positions,
                                    rotary_scaling};
        return {rotary_base, rotary_factor == 1 ? std::nullopt : std::optional(scaling), rotary_width, rotary_pairs};
    }
    bool is_rms() const { return layer_norm == LayerNormKind::rms; }
    LayerNormOptions layer_norm_options() const {
        return {layer_norm, static_cast<Scalar>(layer_norm_eps), norm_adds_one, norm_gain};
    }

    bool operator==(const LayerConfiguration&) const = default;
};

/// Which layers have biases. Without a value: as `bias` says for the whole model.
struct Biases {
    std::optional<bool> projections;       ///< of Q, K and V
    std::optional<bool> attention_output;  ///< of W_O
    std::optional<bool> feed_forward;
    std::optional<bool> norm;
    std::optional<bool> embedding_projection;  ///< of the projections from and to d_embed
    std::optional<bool> output;                ///< of the logits

    bool operator==(const Biases&) const = default;
};

/// A model's own choices, and those of its layers. The fields of LayerConfiguration are those of every layer that has none of its
/// own, and of what stands outside of the layers.
struct Configuration : LayerConfiguration {
    Architecture architecture = Architecture::transformer;
    Size d_model = 512;
    Size nhead = 8;
    Size num_encoder_layers = 6;
    Size num_decoder_layers = 6;
    Size dim_feedforward = 2048;
    std::optional<Size> decoder_nhead;            ///< none: those of the encoder
    std::optional<Size> decoder_dim_feedforward;  ///< none: that of the encoder
    std::optional<Size> num_key_value_heads;      ///< none: one for each head; see core/ops/attention.h
    std::optional<Size> head_dim;                 ///< none: d_model / heads
    Size src_vocab_size = 0;
    Size tgt_vocab_size = 0;
    Size segment_kinds = 0;  ///< rows of the table of segments, 0: none

    std::vector<LayerConfiguration> encoder_layers, decoder_layers;  ///< one for each layer; empty: all are alike
    bool bias = true;
    Biases biases;
    bool final_norm = true;
    std::optional<Size> d_embed;
    bool embedding_norm = false;
    bool scale_embedding = true;
    PositionKind positions = PositionKind::sinusoidal;
    Size max_positions = 64;
    Size position_offset = 0;  ///< rows of the table of learned positions before that of the first position
    Size relative_buckets = 32, relative_max_distance = 128;
    bool scale_scores_by_layer = false;             ///< scores also by 1 / the layer's number
    bool output_transform = false;                  ///< a linear layer, an activation and a norm before the logits, as BERT has
    std::optional<ActivationKind> head_activation;  ///< before logits or scores of classes; none: that of the layers
    Size classes = 0;                  ///< the model tells to which of so many classes a sentence belongs; 0: it does not
    bool logits = true;                ///< the model predicts tokens; false: the last stack's output is its result
    std::optional<double> logits_cap;  ///< core/ops/soft_cap.h
    bool project_output = false;       ///< to d_embed before the logits, as OPT does
    bool scale_output = false;  ///< the last stack's output times 1/√d_model before the logits, as T5 has with a tied table
    Tie tie = Tie::none;
    std::optional<double> mask_value;  ///< none: −∞

    std::int32_t pad_src = 0, pad_tgt = 0;    ///< no_token: nothing is padding
    std::int32_t untrained_token = no_token;  ///< looking it up trains no row of the table: padding_idx of nn.Embedding
    std::int32_t bos = 1, eos = 2;            ///< no_token: targets have no beginning, no end
    double dropout = 0;                       ///< in training only, at the places of nn.Transformer
    double embedding_dropout = 0;  ///< in training only, on the sums of embeddings and positions; nn.Transformer has no embeddings

    bool has_encoder() const { return architecture == Architecture::transformer || architecture == Architecture::encoder; }
    bool has_decoder() const { return architecture == Architecture::transformer || architecture == Architecture::decoder; }
    Size layers(StackKind stack) const { return stack == StackKind::encoder ? num_encoder_layers : num_decoder_layers; }
    Size heads(StackKind stack) const { return stack == StackKind::decoder ? decoder_nhead.value_or(nhead) : nhead; }
    Size key_heads(StackKind stack) const { return num_key_value_heads.value_or(heads(stack)); }
    Size hidden_width(StackKind stack) const {
        return stack == StackKind::decoder ? decoder_dim_feedforward.value_or(dim_feedforward) : dim_feedforward;
    }
    /// The features of a head.
    Size head_width(StackKind stack = StackKind::encoder) const { return head_dim.value_or(d_model / heads(stack)); }
    /// The stack whose output the logits are computed from: the decoder, or in an encoder alone the encoder.
    StackKind last_stack() const { return architecture == Architecture::encoder ? StackKind::encoder : StackKind::decoder; }
    /// The tokens that logits are for, and what is padding among them.
    Size output_vocabulary() const { return last_stack() == StackKind::encoder ? src_vocab_size : tgt_vocab_size; }
    std::int32_t output_padding() const { return classes > 0 ? filler : last_stack() == StackKind::encoder ? pad_src : pad_tgt; }
    /// What labels are: tokens or classes.
    Size label_kinds() const { return classes > 0 ? classes : output_vocabulary(); }
    bool has_labels() const { return logits || classes > 0; }

    bool adds_positions() const {
        return positions == PositionKind::sinusoidal || positions == PositionKind::sines_first ||
               positions == PositionKind::learned;
    }
    bool has_waves() const { return positions == PositionKind::sinusoidal || positions == PositionKind::sines_first; }
    bool is_rotary() const { return positions == PositionKind::rotary; }
    ActivationKind activation_of_head() const { return head_activation.value_or(activation); }
    const char* norm_name() const { return name(layer_norm); }
    bool has_projection_bias() const { return biases.projections.value_or(bias); }
    bool has_attention_output_bias() const { return biases.attention_output.value_or(bias); }
    bool has_feed_forward_bias() const { return biases.feed_forward.value_or(bias); }
    bool has_norm_bias(const LayerConfiguration& layer) const {
        return !layer.is_rms() && layer.norm_gain && biases.norm.value_or(bias);
    }
    bool has_norm_bias() const { return has_norm_bias(*this); }
    bool has_embedding_projection_bias() const { return biases.embedding_projection.value_or(bias); }
    bool has_output_bias() const { return biases.output.value_or(bias); }
    Size embedding_width() const { return d_embed.value_or(d_model); }
    /// The features of what the logits are computed from.
    Size output_width() const { return project_output ? embedding_width() : d_model; }
    bool is_transformer() const { return architecture != Architecture::attention; }  ///< of one stack or both
    bool ties_output() const { return tie == Tie::output || tie == Tie::all; }
    bool ties_embeddings() const { return tie == Tie::embeddings || tie == Tie::all; }

    /// A layer of a stack, counted from 0.
    const LayerConfiguration& layer(StackKind stack, std::size_t i) const {
        const auto& own = stack == StackKind::encoder ? encoder_layers : decoder_layers;
        return own.empty() ? *this : own[i];
    }
    /// Changes the choices of all layers, and of what stands outside of them.
    template <class Change>
    void change_layers(Change&& change) {
        change(static_cast<LayerConfiguration&>(*this));
        for (auto* own : {&encoder_layers, &decoder_layers}) std::ranges::for_each(*own, change);
    }

    bool operator==(const Configuration&) const = default;
};

/// The choices of the layer that a path names, "encoder.layers.0" or a tensor in it; of the model where it names none.
const LayerConfiguration& layer_at(std::string_view path, const Configuration& configuration);

/// What all configurations of one attention alone have in common: what it does without is switched off, 0 or no token.
Configuration lone_attention();

/// Throws Error, which names the model and says what it lacks, where it is no whole Transformer. `lacks`: "nothing to decode".
void require_transformer(const Configuration& configuration, const std::string& name, std::string_view lacks);

/// Throws Error where a model tells classes of sentences: training and evaluating need labels of tokens.
void require_token_labels(const Configuration& configuration, const std::string& name);

/// Throws Error where a model lacks one of the two stacks. `what` needs both: "training".
void require_both_stacks(const Configuration& configuration, const std::string& name, std::string_view what);

/// All that is wrong, each naming its field: a value out of range, choices that contradict each other, a model that is too large
/// (2·10⁹ parameters or 10 000 layers). `unsound`: fields that are known to be wrong; nothing is said of them, nor of what has to
/// fit them.
std::vector<std::string> problems_of(const Configuration& configuration, const std::vector<std::string>& unsound = {});

/// Throws Error with all problems, "; " between them.
void check(const Configuration& configuration);

/// The number of parameters; tied tables count once. Requires: all sizes are sound, the number of parameters may be anything.
double parameter_count(const Configuration& configuration);

}  // namespace vitrine
