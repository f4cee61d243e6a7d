/// Llama (Touvron et al. 2023), Mistral (Jiang et al. 2023), Qwen2 (Yang et al. 2024) and Qwen3 (Yang et al. 2025): decoders alone
/// with pre-RMSNorm, rotary positions, grouped keys and gated feed-forward networks. They differ in biases, windows and defaults,
/// and in Qwen3's norms of queries and keys.

#include "core/family/decoder.h"
#include "core/family/families.h"

namespace vitrine {

namespace {

FamilyModel llama_like_model(const std::string& family, const FamilyKeys& keys, const DecoderDefaults& defaults) {
    FamilyModel model = decoder_model(family, keys, defaults);
    Configuration& c = model.configuration;
    c.gated = true;
    c.layer_norm = LayerNormKind::rms;
    c.layer_norm_eps = keys.number("rms_norm_eps", 1e-6);
    c.bias = false;
    return model;
}

void name_llama(FamilyModel& model) {
    name_gated_decoder(model, {{"self_attn.q_norm", "self_attn.query_norm"},
                               {"self_attn.k_norm", "self_attn.key_norm"},
                               {"input_layernorm", "norm1"},
                               {"post_attention_layernorm", "norm2"}});
}

/// Qwen's windows, which begin at a layer.
void read_late_windows(const FamilyKeys& keys, Configuration& c) {
    if (!keys.truth("use_sliding_window", false) || keys.is_null("sliding_window")) return;
    const Size first = keys.optional_size("max_window_layers", 0).value_or(28);
    std::vector<std::string> kinds;
    for (Size i = 0; i < c.num_decoder_layers; ++i) kinds.emplace_back(i >= first ? "sliding_attention" : "full_attention");
    read_windows(keys, keys.size("sliding_window", 4096), kinds, c);
}

constexpr DecoderDefaults llama{
    .width = 4096, .heads = 32, .layers = 32, .hidden = 11008, .vocabulary = 32000, .positions = 2048, .begin = 1, .end = 2};

constexpr DecoderDefaults qwen{.width = 4096,
                               .heads = 32,
                               .layers = 32,
                               .hidden = 22016,
                               .vocabulary = 151936,
                               .positions = 32768,
                               .begin = no_token,
                               .end = no_token,
                               .key_heads = 32};

}  // namespace

FamilyModel llama_model(const FamilyKeys& keys) {
    FamilyModel model = llama_like_model("llama", keys, llama);
    Configuration& c = model.configuration;
    c.biases.projections = c.biases.attention_output = keys.truth("attention_bias", false);
    c.biases.feed_forward = keys.truth("mlp_bias", false);
    name_llama(model);
    return model;
}

FamilyModel mistral_model(const FamilyKeys& keys) {
    DecoderDefaults defaults = llama;
    defaults.hidden = 14336;
    defaults.positions = 131072;
    defaults.key_heads = 8;
    FamilyModel model = llama_like_model("mistral", keys, defaults);
    if (!keys.is_null("sliding_window")) model.configuration.window = keys.size("sliding_window", 4096);
    name_llama(model);
    return model;
}

FamilyModel qwen2_model(const FamilyKeys& keys) {
    FamilyModel model = llama_like_model("qwen2", keys, qwen);
    model.configuration.biases.projections = true;
    read_late_windows(keys, model.configuration);
    name_llama(model);
    return model;
}

FamilyModel qwen3_model(const FamilyKeys& keys) {
    DecoderDefaults defaults = qwen;
    defaults.head_width = 128;
    FamilyModel model = llama_like_model("qwen3", keys, defaults);
    Configuration& c = model.configuration;
    c.biases.projections = c.biases.attention_output = keys.truth("attention_bias", false);
    c.query_key_norm = QueryKeyNorm::each_head;
    read_late_windows(keys, c);
    name_llama(model);
    return model;
}

}  // namespace vitrine
