/// Gemma 2 (Gemma Team 2024) and Gemma 3 (Gemma Team 2025): decoders alone with RMSNorms before and behind every sublayer, whose
/// gains are 1 + weight, and windows on most layers. Gemma 2 caps scores and logits. Gemma 3 normalises queries and keys, and turns
/// them otherwise in layers with a window.

#include "core/family/decoder.h"
#include "core/family/families.h"

namespace vitrine {

namespace {

/// A cap, which null switches off.
std::optional<double> read_cap(const FamilyKeys& keys, const char* key, double absent) {
    if (keys.is_null(key)) return std::nullopt;
    return keys.number(key, absent);
}

FamilyModel gemma_model(const std::string& family, const FamilyKeys& keys, const DecoderDefaults& defaults) {
    FamilyModel model = decoder_model(family, keys, defaults);
    Configuration& c = model.configuration;
    c.gated = true;
    c.scale_embedding = true;
    c.norm_placement = NormPlacement::around;
    c.layer_norm = LayerNormKind::rms;
    c.norm_adds_one = true;
    c.layer_norm_eps = keys.number("rms_norm_eps", 1e-6);
    c.bias = false;
    c.biases.projections = c.biases.attention_output = keys.truth("attention_bias", false);
    c.scores_width = keys.number("query_pre_attn_scalar", 256);
    if (keys.truth("use_bidirectional_attention", false)) keys.refuse("use_bidirectional_attention", "false: a causal mask");
    return model;
}

/// Gives all but every n-th layer a window, where `layer_types` does not say otherwise.
void read_gemma_windows(const FamilyKeys& keys, Size every, Configuration& c) {
    std::vector<std::string> kinds;
    for (Size i = 0; i < c.num_decoder_layers; ++i)
        kinds.emplace_back((i + 1) % every == 0 ? "full_attention" : "sliding_attention");
    read_windows(keys, keys.size("sliding_window", 4096), kinds, c);
}

void name_gemma(FamilyModel& model) {
    name_gated_decoder(model, {{"self_attn.q_norm", "self_attn.query_norm"},
                               {"self_attn.k_norm", "self_attn.key_norm"},
                               {"input_layernorm", "norm1"},
                               {"post_attention_layernorm", "post_attn_norm"},
                               {"pre_feedforward_layernorm", "norm2"},
                               {"post_feedforward_layernorm", "post_ffn_norm"}});
}

constexpr DecoderDefaults gemma{.width = 2304,
                                .heads = 8,
                                .layers = 26,
                                .hidden = 9216,
                                .vocabulary = 256000,
                                .positions = 8192,
                                .begin = 2,
                                .end = 1,
                                .key_heads = 4,
                                .head_width = 256,
                                .activation_key = "hidden_activation",
                                .activation = "gelu_pytorch_tanh",
                                .padding = 0,
                                .tied = true};

}  // namespace

FamilyModel gemma2_model(const FamilyKeys& keys) {
    FamilyModel model = gemma_model("gemma2", keys, gemma);
    Configuration& c = model.configuration;
    c.scores_cap = read_cap(keys, "attn_logit_softcapping", 50);
    c.logits_cap = read_cap(keys, "final_logit_softcapping", 30);
    read_gemma_windows(keys, 2, c);
    name_gemma(model);
    return model;
}

FamilyModel gemma3_text_model(const FamilyKeys& keys) {
    DecoderDefaults defaults = gemma;
    defaults.vocabulary = 262208;
    defaults.positions = 131072;
    defaults.rotary_base = 1e6;
    defaults.window_rotary_base = 10000;
    FamilyModel model = gemma_model("gemma3_text", keys, defaults);
    Configuration& c = model.configuration;
    // `transformers` caps no scores here, whatever `attn_logit_softcapping` is.
    if (keys.has("final_logit_softcapping")) c.logits_cap = keys.number("final_logit_softcapping", 0);
    c.query_key_norm = QueryKeyNorm::each_head;
    read_gemma_windows(keys, keys.size("sliding_window_pattern", 6), c);
    read_window_rotation(keys, *defaults.window_rotary_base, c);
    name_gemma(model);
    return model;
}

}  // namespace vitrine
