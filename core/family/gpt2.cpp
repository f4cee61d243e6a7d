/// GPT-2 (Radford et al. 2019): a decoder alone with pre-norm and learned positions. GPT-J (Wang and Komatsuzaki 2021): its
/// attention and network read one norm of the layer's input, and a part of each head is turned by the positions, as pairs of
/// neighbouring features.

#include "core/family/families.h"
#include "core/family/family_names.h"

namespace vitrine {

namespace {

/// The defaults in which the two differ.
struct GptDefaults {
    Size width, heads, layers, vocabulary, positions;
};

FamilyModel gpt_model(const std::string& family, const FamilyKeys& keys, const GptDefaults& defaults) {
    FamilyModel model{.family = family, .prefix = "transformer."};
    model.key_names = {{"d_model", "n_embd"},
                       {"nhead", "n_head"},
                       {"num_decoder_layers", "n_layer"},
                       {"dim_feedforward", "n_inner"},
                       {"tgt_vocab_size", "vocab_size"},
                       {"max_positions", "n_positions"},
                       {"rotary_width", "rotary_dim"}};
    Configuration& c = model.configuration;
    c.architecture = Architecture::decoder;
    c.d_model = keys.size("n_embd", defaults.width);
    c.nhead = keys.size("n_head", defaults.heads);
    c.num_decoder_layers = keys.layers("n_layer", defaults.layers);
    c.num_encoder_layers = 0;
    c.dim_feedforward = keys.size("n_inner", 4 * c.d_model);
    c.tgt_vocab_size = keys.size("vocab_size", defaults.vocabulary);
    c.max_positions = keys.size("n_positions", defaults.positions);
    c.activation = keys.activation("activation_function", "gelu_new");
    c.norm_placement = NormPlacement::before;
    c.layer_norm_eps = keys.number("layer_norm_epsilon", 1e-5);
    c.scale_embedding = false;
    c.bos = keys.token("bos_token_id", 50256);
    c.eos = keys.token("eos_token_id", 50256);
    model.tables = {.target = "transformer.wte.weight", .output = "lm_head.weight"};
    model.of_logits = {"lm_head.weight"};
    model.passed_over = {"*.attn.bias", "*.attn.masked_bias"};
    return model;
}

}  // namespace

FamilyModel gpt2_model(const FamilyKeys& keys) {
    FamilyModel model = gpt_model("gpt2", keys, {768, 12, 12, 50257, 1024});
    Configuration& c = model.configuration;
    c.positions = PositionKind::learned;
    c.scale_scores = keys.truth("scale_attn_weights", true);
    c.scale_scores_by_layer = keys.truth("scale_attn_by_inverse_layer_idx", false);
    c.biases.output = false;
    keys.require("add_cross_attention", false, "a decoder without cross-attention (false)");

    keys.check(c, model.key_names);
    FamilyNames names(model);
    names.modules({{"transformer.wpe", "tgt_positions"}});
    const bool transposed = true;  // linear layers are Conv1D, whose weights are [input, output]
    names.layers(StackKind::decoder, "transformer.h.",
                 {{"ln_1", "norm1"},
                  {"attn.c_attn", "self_attn", ModulePart::projections},
                  {"attn.c_proj", "self_attn.out_proj"},
                  {"ln_2", "norm2"},
                  {"mlp.c_fc", "linear1"},
                  {"mlp.c_proj", "linear2"}},
                 transposed);
    names.modules({{"transformer.ln_f", "transformer.decoder.norm"}});
    model.tables.tied = keys.truth("tie_word_embeddings", true);
    return model;
}

FamilyModel gptj_model(const FamilyKeys& keys) {
    FamilyModel model = gpt_model("gptj", keys, {4096, 16, 28, 50400, 2048});
    Configuration& c = model.configuration;
    c.positions = PositionKind::rotary;
    c.rotary_pairs = RotaryPairs::neighbours;
    if (keys.is_null("rotary_dim")) keys.refuse("rotary_dim", "the number of features of a head that turn");
    c.rotary_width = keys.size("rotary_dim", 64);
    c.sublayer_order = SublayerOrder::parallel_shared;
    c.biases.projections = c.biases.attention_output = false;

    keys.check(c, model.key_names);
    FamilyNames names(model);
    names.layers(StackKind::decoder, "transformer.h.",
                 joined({attention_names("attn", "self_attn", {}),
                         {{"ln_1", "norm1"}, {"mlp.fc_in", "linear1"}, {"mlp.fc_out", "linear2"}}}));
    names.modules({{"transformer.ln_f", "transformer.decoder.norm"}});
    names.tensor("lm_head.bias", "fc_out.bias");
    model.tables.tied = keys.truth("tie_word_embeddings", false);
    model.of_logits.push_back("lm_head.bias");
    model.passed_over.push_back("*.attn.embed_positions");
    return model;
}

}  // namespace vitrine
