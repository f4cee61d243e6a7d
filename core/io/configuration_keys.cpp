#include <algorithm>
#include <type_traits>
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

/// `visit_field` calls a FieldReader or a FieldWriter with the name and the field of an `Owner`: of a configuration, or of a
/// layer's.
template <class Owner, class Visit>
ConfigurationKey key_of(const char* name, std::string values, const char* meaning, KeyUse use, const Visit& visit_field) {
    const auto read = [visit_field](const Json& object, Owner& owner) {
        const std::string nowhere;
        visit_field(FieldReader(object, nowhere), owner);
    };
    const auto write = [visit_field](const Owner& owner, nlohmann::ordered_json& object) {
        FieldWriter writer;
        visit_field(writer, owner);
        object.update(writer.object);
    };
    ConfigurationKey key{name, std::move(values), meaning, use, read, write};
    if constexpr (std::is_same_v<Owner, LayerConfiguration>) key.read_layer = read, key.write_layer = write;
    return key;
}

template <class Owner, class T>
ConfigurationKey field(const char* name, T Owner::*member, const char* values, const char* meaning, KeyUse use = may_be_missing) {
    return key_of<Owner>(name, values, meaning, use, [=](auto&& visit, auto& owner) { visit(name, owner.*member); });
}

template <class Owner>
ConfigurationKey truth(const char* name, bool Owner::*member, const char* meaning, KeyUse use = may_be_missing) {
    return field(name, member, "true or false", meaning, use);
}

/// A key that allows certain values only.
template <class T, class Owner>
ConfigurationKey choice(const char* name, T Owner::*member, const Choices<T>& choices, const char* meaning,
                        KeyUse use = may_be_missing) {
    std::string values;
    for (std::size_t i = 0; i < choices.size(); ++i)
        values += (i == 0 ? "" : i + 1 < choices.size() ? ", " : " or ") + choices[i].first.dump();
    return key_of<Owner>(name, values, meaning, use, [=](auto&& visit, auto& owner) { visit(name, owner.*member, choices); });
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

/// Reads what one layer has of its own. Throws Error naming the key.
void read_own(const Json& object, const std::string& which, LayerConfiguration& layer) {
    if (!object.is_object()) fail("", which + ": an object { … } is expected, not " + shown(object));
    for (const auto& [name, value] : object.items()) {
        const auto key = std::ranges::find(configuration_keys(), name, &ConfigurationKey::name);
        if (key == configuration_keys().end() || !key->read_layer)
            fail("", which + ": '" + name + "' is not a key that single layers have");
        key->read_layer(object, layer);
    }
}

/// What a layer has otherwise than the rest of the model.
nlohmann::ordered_json own_keys(const LayerConfiguration& layer, const LayerConfiguration& others) {
    nlohmann::ordered_json own = nlohmann::ordered_json::object(), common = own;
    for (const ConfigurationKey& key : configuration_keys()) {
        if (!key.write_layer) continue;
        key.write_layer(layer, own), key.write_layer(others, common);
        if (own[key.name] == common[key.name]) own.erase(key.name);
    }
    return own;
}

/// What single layers of a stack have of their own. Its reader needs the keys of all layers read before.
ConfigurationKey own_layers(const char* name, std::vector<LayerConfiguration> Configuration::*member, const char* meaning,
                            KeyUse use) {
    const auto read = [=](const Json& object, Configuration& c) {
        const Json& list = object[name];
        (c.*member).clear();
        if (list.is_null()) return;
        if (!list.is_array() || list.empty()) {
            fail("",
                 std::string("'") + name + "' is " + shown(list) + ", it must be null or a list of objects, one for each layer");
        }
        for (std::size_t i = 0; i < list.size(); ++i) {
            (c.*member).push_back(c);
            read_own(list[i], std::string("'") + name + "', layer " + std::to_string(i + 1), (c.*member).back());
        }
    };
    const auto write = [=](const Configuration& c, nlohmann::ordered_json& object) {
        object[name] = nullptr;
        if ((c.*member).empty()) return;
        object[name] = nlohmann::ordered_json::array();
        for (const LayerConfiguration& layer : c.*member) object[name].push_back(own_keys(layer, c));
    };
    return {name, "null or list of objects", meaning, use, read, write};
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
                                {"silu", ActivationKind::silu},
                                {"tanh", ActivationKind::tanh}},
                               "of the feed-forward networks; gelu is the one with erf"),
        truth("gated", &C::gated, "activation(gate) ⊙ linear1 in the feed-forward networks", rare),
        choice<NormPlacement>("norm_first", &C::norm_placement,
                              {{false, NormPlacement::after},
                               {true, NormPlacement::before},
                               {"inside", NormPlacement::inside},
                               {"around", NormPlacement::around}},
                              "false: post-norm, as in the paper; true: pre-norm; inside: of what is added; around: both of these"),
        choice<SublayerOrder>("sublayer_order", &C::sublayer_order,
                              {{"sequential", SublayerOrder::sequential},
                               {"parallel", SublayerOrder::parallel},
                               {"parallel_shared", SublayerOrder::parallel_shared}},
                              "parallel: all read the layer's input; shared: through one norm", rare),
        choice<LayerNormKind>(
            "layer_norm", &C::layer_norm,
            {{"torch", LayerNormKind::torch}, {"annotated", LayerNormKind::annotated}, {"rms", LayerNormKind::rms}},
            "torch: biased variance, ε inside the root; annotated: unbiased deviation, ε added to it; rms: RMSNorm"),
        field("layer_norm_eps", &C::layer_norm_eps, "number ≥ 0", "ε of every LayerNorm"),
        truth("norm_gain", &C::norm_gain, "LayerNorms have a gain; false: neither gain nor bias", rare),
        truth("norm_adds_one", &C::norm_adds_one, "gains are 1 + weight, as Gemma has them", rare),
        truth("bias", &C::bias, "biases in every linear layer and LayerNorm", {.of_attention = true}),
        bias("projection_bias", &Biases::projections, "of Q, K and V; null: as bias"),
        bias("attention_output_bias", &Biases::attention_output, "of W_O; null: as bias"),
        bias("feed_forward_bias", &Biases::feed_forward, "of the feed-forward networks; null: as bias"),
        bias("norm_bias", &Biases::norm, "of the LayerNorms; null: as bias; an RMSNorm has none"),
        bias("embedding_projection_bias", &Biases::embedding_projection, "of the projections from and to d_embed; null: as bias"),
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
        field("rotary_factor", &C::rotary_factor, above_0, "divides the frequencies that rotary_scaling says; 1: none", rare),
        choice<RotaryScalingKind>("rotary_scaling", &C::rotary_scaling,
                                  {{"llama3", RotaryScalingKind::llama3}, {"linear", RotaryScalingKind::linear}},
                                  "low frequencies alone, by the next three, or all alike", rare),
        field("rotary_low_frequency", &C::rotary_low_frequency, above_0,
              "waves longer than the original positions over this are divided", rare),
        field("rotary_high_frequency", &C::rotary_high_frequency, above_0,
              "waves shorter than the original positions over this stay", rare),
        field("rotary_original_positions", &C::rotary_original_positions, size, "positions that were trained before scaling", rare),
        field("rotary_width", &C::rotary_width, optional_size, "features of a head that are rotated; null: all", rare),
        choice<RotaryPairs>("rotary_pairs", &C::rotary_pairs,
                            {{"halves", RotaryPairs::halves}, {"neighbours", RotaryPairs::neighbours}},
                            "the two features of a pair: half of them apart, or side by side", rare),
        field("relative_buckets", &C::relative_buckets, size, "rows of the tables of relative positions, at least 4", rare),
        field("relative_max_distance", &C::relative_max_distance, size, "distances from here on share the last bucket", rare),
        truth("scale_scores", &C::scale_scores, "scores divided by √ of a head's dimension", rare),
        field("scores_width", &C::scores_width, "null or number > 0", "in place of a head's dimension under that root; null: none",
              rare),
        field("scores_cap", &C::scores_cap, "null or number > 0", "c in c · tanh(score / c), before the mask; null: none", rare),
        choice<QueryKeyNorm>(
            "query_key_norm", &C::query_key_norm,
            {{"none", QueryKeyNorm::none}, {"each_head", QueryKeyNorm::each_head}, {"all_heads", QueryKeyNorm::all_heads}},
            "a norm of queries and keys: of each head, or of all heads of a position at once", rare),
        field("window", &C::window, optional_size, "a token of the decoder sees itself and window − 1 before it; null: all",
              rare_in_decoder),
        truth("scale_scores_by_layer", &C::scale_scores_by_layer, "scores also divided by the number of the layer, from 1", rare),
        field("classes", &C::classes, from_0, "the classes that sentences are told to belong to; 0: none", rare),
        truth("logits", &C::logits, "the model predicts; false: the last stack's output is its result", rare),
        truth("output_transform", &C::output_transform, "a linear layer, activation and norm before the logits, as BERT has", rare),
        choice<std::optional<ActivationKind>>("head_activation", &C::head_activation,
                                              {{nullptr, std::nullopt},
                                               {"relu", ActivationKind::relu},
                                               {"gelu", ActivationKind::gelu},
                                               {"gelu_tanh", ActivationKind::gelu_tanh},
                                               {"silu", ActivationKind::silu},
                                               {"tanh", ActivationKind::tanh}},
                                              "before logits or scores of classes; null: that of the networks", rare),
        truth("project_output", &C::project_output, "the last stack's output projected to d_embed before the logits, as OPT has",
              rare),
        truth("scale_output", &C::scale_output, "the last stack's output divided by √d_model before the logits, as T5 has", rare),
        field("logits_cap", &C::logits_cap, "null or number > 0", "c in c · tanh(logit / c); null: none", rare),
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
        own_layers("encoder_layers", &C::encoder_layers,
                   "what each layer of the encoder has otherwise, as {\"activation\": \"gelu\"}; null: nothing", rare_in_encoder),
        own_layers("decoder_layers", &C::decoder_layers,
                   "what each layer of the decoder has otherwise, as {\"window\": 4}; null: nothing", rare_in_decoder),
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
