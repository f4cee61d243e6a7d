/// BART (Lewis et al. 2019), mBART (Liu et al. 2020) and Marian (Junczys-Dowmunt et al. 2018): encoder-decoders with one table.
/// BART and mBART learn their positions and normalise the embeddings; Marian has sinusoidal positions. mBART has pre-norm.

#include "core/family/families.h"
#include "core/family/family_names.h"

namespace vitrine {

namespace {

/// The defaults in which they differ.
struct BartDefaults {
    Size vocabulary, positions;
    std::int32_t padding, begin, end;
};

FamilyModel bart_like_model(const std::string& family, const FamilyKeys& keys, const BartDefaults& defaults) {
    FamilyModel model{.family = family, .prefix = "model."};
    model.key_names = {{"nhead", "encoder_attention_heads"},
                       {"decoder_nhead", "decoder_attention_heads"},
                       {"num_encoder_layers", "encoder_layers"},
                       {"num_decoder_layers", "decoder_layers"},
                       {"dim_feedforward", "encoder_ffn_dim"},
                       {"decoder_dim_feedforward", "decoder_ffn_dim"},
                       {"src_vocab_size", "vocab_size"},
                       {"tgt_vocab_size", "decoder_vocab_size"},
                       {"max_positions", "max_position_embeddings"}};
    Configuration& c = model.configuration;
    c.d_model = keys.size("d_model", 1024);
    c.nhead = keys.size("encoder_attention_heads", 16);
    c.decoder_nhead = keys.size("decoder_attention_heads", 16);
    c.num_encoder_layers = keys.layers("encoder_layers", 12);
    c.num_decoder_layers = keys.layers("decoder_layers", 12);
    c.dim_feedforward = keys.size("encoder_ffn_dim", 4096);
    c.decoder_dim_feedforward = keys.size("decoder_ffn_dim", 4096);
    c.src_vocab_size = keys.size("vocab_size", defaults.vocabulary);
    c.tgt_vocab_size = c.src_vocab_size;
    c.bos = keys.first_of_target(defaults.begin);
    c.eos = keys.token("eos_token_id", defaults.end);
    c.max_positions = keys.size("max_position_embeddings", defaults.positions);
    c.activation = keys.activation("activation_function", "gelu");
    c.final_norm = false;
    c.untrained_token = keys.padding(defaults.padding, c.src_vocab_size);
    c.scale_embedding = keys.truth("scale_embedding", false);
    keys.require("is_encoder_decoder", true, "an encoder-decoder (true)");
    keys.check(c, model.key_names);
    model.tables = {.shared = "model.shared.weight",
                    .source = "model.encoder.embed_tokens.weight",
                    .target = "model.decoder.embed_tokens.weight",
                    .output = "lm_head.weight",
                    .tied = keys.truth("tie_word_embeddings", true)};
    model.of_logits = {"lm_head.weight", "final_logits_bias"};
    return model;
}

void name_bart(FamilyModel& model) {
    FamilyNames names(model);
    const ModuleNames self = joined({attention_names("self_attn", "self_attn", {}), {{"self_attn_layer_norm", "norm1"}}});
    const ModuleNames cross =
        joined({attention_names("encoder_attn", "multihead_attn", {}), {{"encoder_attn_layer_norm", "norm2"}}});
    const ModuleNames network{{"fc1", "linear1"}, {"fc2", "linear2"}};
    names.layers(StackKind::encoder, "model.encoder.layers.", joined({self, network, {{"final_layer_norm", "norm2"}}}));
    names.layers(StackKind::decoder, "model.decoder.layers.", joined({self, cross, network, {{"final_layer_norm", "norm3"}}}));
    for (const auto& [side, embedded] : {std::pair{"encoder", "src"}, std::pair{"decoder", "tgt"}}) {
        const std::string theirs = std::string("model.") + side, ours = embedded;
        names.modules({{theirs + ".embed_positions", ours + "_positions"},
                       {theirs + ".layernorm_embedding", ours + "_embedding_norm"},
                       {theirs + ".layer_norm", std::string("transformer.") + side + ".norm"}});
    }
    model.tensors.push_back({.name = "final_logits_bias", .parameter = "fc_out.bias", .is_buffer = true});
}

void learn_positions(Configuration& c) {
    c.positions = PositionKind::learned;
    c.position_offset = 2;
    c.embedding_norm = true;
}

}  // namespace

FamilyModel bart_model(const FamilyKeys& keys) {
    FamilyModel model = bart_like_model("bart", keys, {50265, 1024, 1, 0, 2});
    learn_positions(model.configuration);
    name_bart(model);
    return model;
}

FamilyModel mbart_model(const FamilyKeys& keys) {
    FamilyModel model = bart_like_model("mbart", keys, {50265, 1024, 1, 0, 2});
    Configuration& c = model.configuration;
    learn_positions(c);
    c.norm_placement = NormPlacement::before;
    c.final_norm = true;
    name_bart(model);
    return model;
}

FamilyModel marian_model(const FamilyKeys& keys) {
    FamilyModel model = bart_like_model("marian", keys, {58101, 1024, 58100, no_token, 0});
    model.configuration.positions = PositionKind::sines_first;
    if (!keys.truth("share_encoder_decoder_embeddings", true)) {
        model.tables.shared.clear();
        model.configuration.tgt_vocab_size = keys.size("decoder_vocab_size", model.configuration.src_vocab_size);
    }
    name_bart(model);
    model.passed_over.push_back("*embed_positions.weight");
    return model;
}

}  // namespace vitrine
