#include <utility>

#include <nlohmann/json.hpp>

#include "core/files/json_fields.h"
#include "core/io/configuration_json.h"

namespace vitrine {

namespace {

using Json = nlohmann::json;

constexpr KeyUse may_be_missing{}, needed{.required = true}, needed_by_both{.required = true, .of_attention = true};
constexpr KeyUse needed_by_encoder{.required = true, .stack = StackKind::encoder},
    needed_by_decoder{.required = true, .stack = StackKind::decoder};
constexpr KeyUse rare{.written_at_its_default = false},
    rare_in_encoder{.written_at_its_default = false, .stack = StackKind::encoder},
    rare_in_decoder{.written_at_its_default = false, .stack = StackKind::decoder};

/// `visit_field` calls a FieldReader or a FieldWriter with the name and the field of a configuration.
template <class Visit>
ConfigurationKey key_of(const char* name, std::string values, const char* meaning, KeyUse use, const Visit& visit_field) {
    const auto read = [visit_field](const Json& object, Configuration& c) {
        const std::string nowhere;
        visit_field(FieldReader(object, nowhere), c);
    };
    const auto write = [visit_field](const Configuration& c, nlohmann::ordered_json& object) {
        FieldWriter writer;
        visit_field(writer, c);
        object.update(writer.object);
    };
    return {name, std::move(values), meaning, use, read, write};
}

template <class T>
ConfigurationKey field(const char* name, T Configuration::*member, const char* values, const char* meaning,
                       KeyUse use = may_be_missing) {
    return key_of(name, values, meaning, use, [=](auto&& visit, auto& c) { visit(name, c.*member); });
}

ConfigurationKey truth(const char* name, bool Configuration::*member, const char* meaning, KeyUse use = may_be_missing) {
    return field(name, member, "true or false", meaning, use);
}

/// A key that allows certain values only.
template <class T>
ConfigurationKey choice(const char* name, T Configuration::*member, const Choices<T>& choices, const char* meaning,
                        KeyUse use = may_be_missing) {
    std::string values;
    for (std::size_t i = 0; i < choices.size(); ++i)
        values += (i == 0 ? "" : i + 1 < choices.size() ? ", " : " or ") + choices[i].first.dump();
    return key_of(name, values, meaning, use, [=](auto&& visit, auto& c) { visit(name, c.*member, choices); });
}

/// Whether padding may follow from the lengths of rows.
enum class Padding : std::uint8_t { by_token, by_length };

constexpr const char* by_length = "length";

/// The id of a token, or null for no_token. Padding may also be "length", which stands for filler.
ConfigurationKey token(const char* name, std::int32_t Configuration::*member, const char* meaning, KeyUse use,
                       Padding padding = Padding::by_token) {
    const bool may_be_length = padding == Padding::by_length;
    const auto read = [=](const Json& object, Configuration& c) {
        if (may_be_length && object[name] == by_length) return void(c.*member = filler);
        std::optional<std::int32_t> id;
        const std::string nowhere;
        FieldReader(object, nowhere)(name, id);
        if (id && *id < 0)
            fail(nowhere, std::string("'") + name + "' is " + std::to_string(*id) + ", it must be null or an id ≥ 0");
        c.*member = id.value_or(no_token);
    };
    const auto write = [=](const Configuration& c, nlohmann::ordered_json& object) {
        object[name] = c.*member;
        if (c.*member == no_token) object[name] = nullptr;
        if (c.*member == filler) object[name] = by_length;
    };
    return {name, may_be_length ? "null, \"length\" or id" : "null or id", meaning, use, read, write};
}

/// null: as `bias` says.
ConfigurationKey bias(const char* name, std::optional<bool> Biases::*member, const char* meaning) {
    const auto read = [=](const Json& object, Configuration& c) {
        bool value = false;
        const std::string nowhere;
        (c.biases.*member).reset();
        if (object[name].is_null()) return;
        FieldReader(object, nowhere)(name, value);
        c.biases.*member = value;
    };
    const auto write = [=](const Configuration& c, nlohmann::ordered_json& object) {
        object[name] = nullptr;
        if (c.biases.*member) object[name] = *(c.biases.*member);
    };
    return {name, "null or true or false", meaning, rare, read, write};
}

std::vector<ConfigurationKey> make_keys() {
    using C = Configuration;
    constexpr const char *size = "integer ≥ 1", *share = "number ≥ 0 and < 1", *optional_size = "null or integer ≥ 1",
                         *from_0 = "integer ≥ 0", *above_0 = "number > 0";
    return {
        choice<Architecture>("architecture", &C::architecture,
                             {{"transformer", Architecture::transformer},
                              {"decoder", Architecture::decoder},
                              {"encoder", Architecture::encoder},
                              {"attention", Architecture::attention}},
                             "an encoder-decoder, one of its stacks alone, or one attention alone",
                             {.of_attention = true, .written_at_its_default = false}),
        field("d_model", &C::d_model, size, "dimension of token vectors", needed_by_both),
        field("nhead", &C::nhead, size, "heads of every attention; a divisor of d_model", needed_by_both),
        field("num_encoder_layers", &C::num_encoder_layers, size, "layers of the encoder, at most 10000", needed_by_encoder),
        field("num_decoder_layers", &C::num_decoder_layers, size, "layers of the decoder, at most 10000", needed_by_decoder),
        field("dim_feedforward", &C::dim_feedforward, size, "hidden units of the feed-forward networks", needed),
        field("decoder_nhead", &C::decoder_nhead, optional_size, "heads of the decoder, if they are not as many", rare_in_decoder),
        field("decoder_dim_feedforward", &C::decoder_dim_feedforward, optional_size, "hidden units of the decoder, if not as many",
              rare_in_decoder),
        field("num_key_value_heads", &C::num_key_value_heads, optional_size,
              "heads of keys and values, each read by several of queries; null: one for each", rare),
        field("head_dim", &C::head_dim, optional_size, "dimension of a head; null: d_model / nhead", rare),
        field("src_vocab_size", &C::src_vocab_size, size, "size of the source vocabulary",
              {.required = true, .of_attention = true, .stack = StackKind::encoder}),
        field("tgt_vocab_size", &C::tgt_vocab_size, size, "size of the target vocabulary",
              {.required = true, .of_attention = true, .stack = StackKind::decoder}),
        field("segment_kinds", &C::segment_kinds, from_0, "rows of the table of segments, whose embeddings are added; 0: none",
              rare_in_encoder),
        choice<ActivationKind>("activation", &C::activation,
                               {{"relu", ActivationKind::relu},
                                {"gelu", ActivationKind::gelu},
                                {"gelu_tanh", ActivationKind::gelu_tanh},
                                {"silu", ActivationKind::silu}},
                               "of the feed-forward networks; gelu is the one with erf"),
        truth("gated", &C::gated, "activation(gate) ⊙ linear1 in the feed-forward networks", rare),
        choice<NormPlacement>("norm_first", &C::norm_placement, {{false, NormPlacement::after}, {true, NormPlacement::before}},
                              "false: post-norm, as in the paper; true: pre-norm"),
        choice<LayerNormKind>(
            "layer_norm", &C::layer_norm,
            {{"torch", LayerNormKind::torch}, {"annotated", LayerNormKind::annotated}, {"rms", LayerNormKind::rms}},
            "torch: biased variance, ε inside the root; annotated: unbiased deviation, ε added to it; rms: RMSNorm"),
        field("layer_norm_eps", &C::layer_norm_eps, "number ≥ 0", "ε of every LayerNorm"),
        truth("bias", &C::bias, "biases in every linear layer and LayerNorm", {.of_attention = true}),
        bias("projection_bias", &Biases::projections, "of Q, K and V; null: as bias"),
        bias("attention_output_bias", &Biases::attention_output, "of W_O; null: as bias"),
        bias("feed_forward_bias", &Biases::feed_forward, "of the feed-forward networks; null: as bias"),
        bias("norm_bias", &Biases::norm, "of the LayerNorms; null: as bias; an RMSNorm has none"),
        bias("output_bias", &Biases::output, "of the logits; null: as bias"),
        truth("final_norm", &C::final_norm, "a LayerNorm after each stack, as nn.Transformer has it"),
        field("d_embed", &C::d_embed, "null or integer ≥ 1", "width of the embedding tables, if it is not d_model"),
        truth("embedding_norm", &C::embedding_norm, "a LayerNorm on the sum of embeddings and positions"),
        truth("scale_embedding", &C::scale_embedding, "embeddings times √d_model"),
        choice<PositionKind>("positions", &C::positions,
                             {{"sinusoidal", PositionKind::sinusoidal},
                              {"sines_first", PositionKind::sines_first},
                              {"learned", PositionKind::learned},
                              {"rotary", PositionKind::rotary},
                              {"relative", PositionKind::relative},
                              {"none", PositionKind::none}},
                             "how positions are encoded"),
        field("max_positions", &C::max_positions, size, "rows of the tables of learned positions"),
        field("position_offset", &C::position_offset, from_0, "rows of these tables before that of the first position", rare),
        field("rotary_base", &C::rotary_base, above_0, "pair i of d/2 is rotated by base^(−2i/d) per position", rare),
        field("rotary_factor", &C::rotary_factor, above_0, "divides low frequencies, as Llama 3 does; 1: none", rare),
        field("rotary_low_frequency", &C::rotary_low_frequency, above_0,
              "waves longer than the original positions over this are divided", rare),
        field("rotary_high_frequency", &C::rotary_high_frequency, above_0,
              "waves shorter than the original positions over this stay", rare),
        field("rotary_original_positions", &C::rotary_original_positions, size, "positions that were trained before scaling", rare),
        field("relative_buckets", &C::relative_buckets, size, "rows of the tables of relative positions, at least 4", rare),
        field("relative_max_distance", &C::relative_max_distance, size, "distances from here on share the last bucket", rare),
        field("longest", &C::longest, optional_size, "the longest sentence, where attention reaches no further; null: any", rare),
        truth("scale_scores", &C::scale_scores, "scores divided by √ of a head's dimension", rare),
        truth("scale_scores_by_layer", &C::scale_scores_by_layer, "scores also divided by the number of the layer, from 1", rare),
        truth("logits", &C::logits, "the model predicts; false: the last stack's output is its result", rare),
        truth("output_transform", &C::output_transform, "a linear layer, activation and norm before the logits, as BERT has", rare),
        truth("scale_output", &C::scale_output, "the last stack's output divided by √d_model before the logits, as T5 has", rare),
        choice<Tie>("tie", &C::tie,
                    {{"none", Tie::none}, {"output", Tie::output}, {"embeddings", Tie::embeddings}, {"all", Tie::all}},
                    "one table: output: fc_out is tgt_embedding; embeddings: tgt_embedding is src_embedding; all: both"),
        field("mask_value", &C::mask_value, "null or number", "the score of a hidden key; null: −∞"),
        token("pad_src", &C::pad_src, "padding of sources; null: none, nothing is hidden; length: what fills up shorter rows",
              needed_by_encoder, Padding::by_length),
        token("pad_tgt", &C::pad_tgt, "padding of targets; null: none, every label counts; length: what fills up shorter rows",
              needed_by_decoder, Padding::by_length),
        token("bos", &C::bos, "what the decoder's input begins with; null: nothing of its own", needed_by_decoder),
        token("eos", &C::eos, "what ends a target; null: nothing", needed_by_decoder),
        token("untrained_token", &C::untrained_token, "looking it up trains no row of the table, as nn.Embedding's padding_idx",
              rare),
        field("dropout", &C::dropout, share, "in training only, wherever nn.Transformer has it"),
        field("embedding_dropout", &C::embedding_dropout, share, "in training only, on the sums of embeddings and positions",
              {.written_at_its_default = false}),
    };
}

}  // namespace

bool ConfigurationKey::is_of(Architecture architecture) const {
    if (architecture == Architecture::attention) return use.of_attention;
    if (architecture == Architecture::transformer || !use.stack) return true;
    return (architecture == Architecture::encoder) == (*use.stack == StackKind::encoder);
}

std::string ConfigurationKey::default_text() const {
    nlohmann::ordered_json object;
    write(Configuration{}, object);
    return object.at(name).dump();
}

const std::vector<ConfigurationKey>& configuration_keys() {
    static const std::vector<ConfigurationKey> keys = make_keys();
    return keys;
}

}  // namespace vitrine
