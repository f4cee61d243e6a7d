#include <utility>

#include <nlohmann/json.hpp>

#include "core/files/json_fields.h"
#include "core/io/configuration_json.h"

namespace vitrine {

namespace {

using Json = nlohmann::json;

constexpr KeyUse may_be_missing{}, needed{.required = true}, needed_by_both{.required = true, .of_attention = true};

/// `visit_field` hands name and field of a configuration to a FieldReader or a FieldWriter.
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

/// The id of a token, or null for no_token.
ConfigurationKey token(const char* name, std::int32_t Configuration::*member, const char* meaning) {
    const auto read = [=](const Json& object, Configuration& c) {
        std::optional<std::int32_t> id;
        const std::string nowhere;
        FieldReader(object, nowhere)(name, id);
        if (id && *id < 0)
            fail(nowhere, std::string("'") + name + "' is " + std::to_string(*id) + ", it must be null or an id ≥ 0");
        c.*member = id.value_or(no_token);
    };
    const auto write = [=](const Configuration& c, nlohmann::ordered_json& object) {
        object[name] = c.*member == no_token ? nlohmann::ordered_json() : nlohmann::ordered_json(c.*member);
    };
    return {name, "null or id", meaning, needed, read, write};
}

std::vector<ConfigurationKey> make_keys() {
    using C = Configuration;
    constexpr const char *size = "integer ≥ 1", *share = "number ≥ 0 and < 1";
    return {
        choice<Architecture>("architecture", &C::architecture,
                             {{"transformer", Architecture::transformer}, {"attention", Architecture::attention}},
                             "an encoder-decoder, or one attention alone", {.of_attention = true, .written_at_its_default = false}),
        field("d_model", &C::d_model, size, "features of a token", needed_by_both),
        field("nhead", &C::nhead, size, "heads of every attention; a divisor of d_model", needed_by_both),
        field("num_encoder_layers", &C::num_encoder_layers, size, "layers of the encoder, at most 10000", needed),
        field("num_decoder_layers", &C::num_decoder_layers, size, "layers of the decoder, at most 10000", needed),
        field("dim_feedforward", &C::dim_feedforward, size, "hidden units of the feed-forward networks", needed),
        field("src_vocab_size", &C::src_vocab_size, size, "tokens of the source's vocabulary", needed_by_both),
        field("tgt_vocab_size", &C::tgt_vocab_size, size, "tokens of the target's vocabulary", needed_by_both),
        choice<ActivationKind>("activation", &C::activation,
                               {{"relu", ActivationKind::relu}, {"gelu", ActivationKind::gelu}, {"silu", ActivationKind::silu}},
                               "of the feed-forward networks; gelu is the one with erf"),
        choice<NormPlacement>("norm_first", &C::norm_placement, {{false, NormPlacement::after}, {true, NormPlacement::before}},
                              "false: post-norm, as in the paper; true: pre-norm"),
        choice<LayerNormKind>("layer_norm", &C::layer_norm,
                              {{"torch", LayerNormKind::torch}, {"annotated", LayerNormKind::annotated}},
                              "torch: biased variance, ε inside the root; annotated: unbiased deviation, ε added to it"),
        field("layer_norm_eps", &C::layer_norm_eps, "number ≥ 0", "ε of every LayerNorm"),
        truth("bias", &C::bias, "biases in every linear layer and LayerNorm", {.of_attention = true}),
        truth("final_norm", &C::final_norm, "a LayerNorm after each stack, as nn.Transformer has it"),
        field("d_embed", &C::d_embed, "null or integer ≥ 1", "width of the embedding tables, if it is not d_model"),
        truth("embedding_norm", &C::embedding_norm, "a LayerNorm on the sum of embeddings and positions"),
        truth("scale_embedding", &C::scale_embedding, "embeddings times √d_model"),
        choice<PositionKind>("positions", &C::positions,
                             {{"sinusoidal", PositionKind::sinusoidal}, {"learned", PositionKind::learned}},
                             "how a place becomes numbers"),
        field("max_positions", &C::max_positions, size, "rows of the tables of learned positions"),
        choice<Tie>("tie", &C::tie,
                    {{"none", Tie::none}, {"output", Tie::output}, {"embeddings", Tie::embeddings}, {"all", Tie::all}},
                    "one table: output: fc_out is tgt_embedding; embeddings: tgt_embedding is src_embedding; all: both"),
        field("mask_value", &C::mask_value, "null or number", "the score of a hidden key; null: −∞"),
        token("pad_src", &C::pad_src, "padding of sources; null: none, and nothing is hidden as padding"),
        token("pad_tgt", &C::pad_tgt, "padding of targets; null: none, and every label counts"),
        token("bos", &C::bos, "what the decoder's input begins with; null: nothing of its own"),
        token("eos", &C::eos, "what ends a target; null: nothing"),
        field("dropout", &C::dropout, share, "in training only, wherever nn.Transformer has it"),
        field("embedding_dropout", &C::embedding_dropout, share, "in training only, on the sums of embeddings and positions",
              {.written_at_its_default = false}),
    };
}

}  // namespace

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
