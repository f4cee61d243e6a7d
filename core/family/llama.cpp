/// Llama (Touvron et al. 2023), Mistral (Jiang et al. 2023) and Qwen2 (Yang et al. 2024): decoders alone with pre-RMSNorm, rotary
/// positions, grouped keys and gated feed-forward networks. They differ in biases and defaults.

#include <algorithm>

#include "core/family/families.h"
#include "core/family/family_names.h"

namespace vitrine {

namespace {

struct LlamaDefaults {
    Size vocabulary, width, hidden, key_heads, positions;
    double epsilon;
    std::int32_t begin, end;
};

/// Both ways to write it: `rope_parameters`, or `rope_theta` beside `rope_scaling`, with the type under `rope_type` or `type`.
void read_rotation(const FamilyKeys& keys, Configuration& c) {
    c.positions = PositionKind::rotary;
    const char* object = keys.has("rope_scaling") ? "rope_scaling" : "rope_parameters";
    const auto scaling = keys.inside(object);
    c.rotary_base = keys.number("rope_theta", 10000);
    if (!scaling) return;
    for (const char* layers : {"full_attention", "sliding_attention"})
        if (scaling->has(layers)) scaling->refuse(layers, "one rotation for all layers");
    c.rotary_base = scaling->number("rope_theta", c.rotary_base);
    if (scaling->number("partial_rotary_factor", 1) != 1) scaling->refuse("partial_rotary_factor", "1: all features are turned");
    const char* kind = scaling->has("rope_type") ? "rope_type" : "type";
    const std::string type = scaling->text(kind, "default");
    if (type == "default") return;
    if (type != "llama3") scaling->refuse(kind, R"("default" and "llama3")");
    for (const char* key : {"factor", "low_freq_factor", "high_freq_factor"})
        if (!scaling->has(key)) scaling->refuse(key, "a number, with rotations of type \"llama3\"");
    c.rotary_factor = scaling->number("factor", 1);
    c.rotary_low_frequency = scaling->number("low_freq_factor", 1);
    c.rotary_high_frequency = scaling->number("high_freq_factor", 4);
    const Size inside = scaling->size("original_max_position_embeddings", c.max_positions);
    c.rotary_original_positions = keys.size("original_max_position_embeddings", inside);
}

FamilyModel llama_like_model(const std::string& family, const FamilyKeys& keys, const LlamaDefaults& defaults) {
    FamilyModel model{.family = family, .prefix = "model."};
    model.key_names = {{"d_model", "hidden_size"},
                       {"nhead", "num_attention_heads"},
                       {"num_decoder_layers", "num_hidden_layers"},
                       {"dim_feedforward", "intermediate_size"},
                       {"tgt_vocab_size", "vocab_size"},
                       {"max_positions", "max_position_embeddings"},
                       {"longest", "sliding_window"},
                       {"rotary_base", "rope_theta"},
                       {"rotary_factor", "factor"},
                       {"rotary_low_frequency", "low_freq_factor"},
                       {"rotary_high_frequency", "high_freq_factor"},
                       {"rotary_original_positions", "original_max_position_embeddings"}};
    Configuration& c = model.configuration;
    c.architecture = Architecture::decoder;
    c.d_model = keys.size("hidden_size", defaults.width);
    c.nhead = keys.size("num_attention_heads", 32);
    const bool as_many = defaults.key_heads == 0 || keys.is_null("num_key_value_heads");
    c.num_key_value_heads = keys.size("num_key_value_heads", as_many ? c.nhead : defaults.key_heads);
    c.head_dim = keys.optional_size("head_dim");
    c.num_encoder_layers = 0;
    c.num_decoder_layers = keys.layers("num_hidden_layers", 32);
    c.dim_feedforward = keys.size("intermediate_size", defaults.hidden);
    c.tgt_vocab_size = keys.size("vocab_size", defaults.vocabulary);
    c.max_positions = keys.size("max_position_embeddings", defaults.positions);
    c.activation = keys.activation("hidden_act", "silu");
    c.gated = true;
    c.untrained_token = keys.padding(no_token, c.tgt_vocab_size);
    c.bos = keys.token("bos_token_id", defaults.begin);
    c.eos = keys.token("eos_token_id", defaults.end);
    c.norm_placement = NormPlacement::before;
    c.layer_norm = LayerNormKind::rms;
    c.layer_norm_eps = keys.number("rms_norm_eps", defaults.epsilon);
    c.bias = false;
    c.scale_embedding = false;
    model.tables = {
        .target = "model.embed_tokens.weight", .output = "lm_head.weight", .tied = keys.truth("tie_word_embeddings", false)};
    if (keys.number("partial_rotary_factor", 1) != 1) keys.refuse("partial_rotary_factor", "1: all features are turned");
    read_rotation(keys, c);
    keys.check(c, model.key_names);
    return model;
}

void name_llama(FamilyModel& model) {
    const Configuration& c = model.configuration;
    FamilyNames names(model);
    for (Size i = 0; i < c.num_decoder_layers; ++i) {
        const std::string theirs = "model.layers." + std::to_string(i) + '.', ours = layer_path(StackKind::decoder, i);
        const std::string self = theirs + "self_attn.";
        names.projections({self + "q_proj", self + "k_proj", self + "v_proj"}, ours + "self_attn", StackKind::decoder);
        names.linear(self + "o_proj", ours + "self_attn.out_proj", c.has_attention_output_bias());
        names.linear(theirs + "mlp.gate_proj", ours + "gate", c.has_feed_forward_bias());
        names.linear(theirs + "mlp.up_proj", ours + "linear1", c.has_feed_forward_bias());
        names.linear(theirs + "mlp.down_proj", ours + "linear2", c.has_feed_forward_bias());
        names.norm(theirs + "input_layernorm", ours + "norm1");
        names.norm(theirs + "post_attention_layernorm", ours + "norm2");
    }
    names.norm("model.norm", "transformer.decoder.norm");
    model.of_logits = {"lm_head.weight"};
    model.passed_over = {"*rotary_emb.inv_freq"};
}

}  // namespace

FamilyModel llama_model(const FamilyKeys& keys) {
    FamilyModel model = llama_like_model("llama", keys, {32000, 4096, 11008, 0, 2048, 1e-6, 1, 2});
    Configuration& c = model.configuration;
    c.biases.projections = c.biases.attention_output = keys.truth("attention_bias", false);
    c.biases.feed_forward = keys.truth("mlp_bias", false);
    name_llama(model);
    return model;
}

FamilyModel mistral_model(const FamilyKeys& keys) {
    FamilyModel model = llama_like_model("mistral", keys, {32000, 4096, 14336, 8, 131072, 1e-6, 1, 2});
    // Every token sees this many tokens. A longer batch is refused.
    if (!keys.is_null("sliding_window")) model.configuration.longest = keys.size("sliding_window", 4096);
    name_llama(model);
    return model;
}

FamilyModel qwen2_model(const FamilyKeys& keys) {
    FamilyModel model = llama_like_model("qwen2", keys, {151936, 4096, 22016, 32, 32768, 1e-6, no_token, no_token});
    Configuration& c = model.configuration;
    c.biases.projections = true;
    const bool slides = keys.truth("use_sliding_window", false) && !keys.is_null("sliding_window");
    const auto kinds = keys.texts("layer_types");
    const bool reaches = kinds ? std::ranges::find(*kinds, "sliding_attention") != kinds->end()
                               : c.num_decoder_layers > keys.optional_size("max_window_layers", 0).value_or(28);
    if (slides && reaches) c.longest = keys.size("sliding_window", 4096);
    name_llama(model);
    return model;
}

}  // namespace vitrine
