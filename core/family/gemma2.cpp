/// Gemma 2 (Gemma Team 2024): a decoder alone with RMSNorms before and behind every sublayer, whose gains are 1 + weight, windows
/// on every other layer, and caps on scores and logits.

#include "core/family/decoder.h"
#include "core/family/families.h"

namespace vitrine {

namespace {

/// A cap, which null switches off.
std::optional<double> read_cap(const FamilyKeys& keys, const char* key, double absent) {
    if (keys.is_null(key)) return std::nullopt;
    return keys.number(key, absent);
}

}  // namespace

FamilyModel gemma2_model(const FamilyKeys& keys) {
    FamilyModel model = decoder_model("gemma2", keys,
                                      {.width = 2304,
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
                                       .tied = true});
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
    c.scores_cap = read_cap(keys, "attn_logit_softcapping", 50);
    c.logits_cap = read_cap(keys, "final_logit_softcapping", 30);
    if (keys.truth("use_bidirectional_attention", false)) keys.refuse("use_bidirectional_attention", "false: a causal mask");
    std::vector<std::string> kinds;
    for (Size i = 0; i < c.num_decoder_layers; ++i) kinds.emplace_back(i % 2 == 0 ? "sliding_attention" : "full_attention");
    read_windows(keys, keys.size("sliding_window", 4096), kinds, c);
    name_gated_decoder(model, {{"input_layernorm", "norm1"},
                               {"post_attention_layernorm", "post_attn_norm"},
                               {"pre_feedforward_layernorm", "norm2"},
                               {"post_feedforward_layernorm", "post_ffn_norm"}});
    return model;
}

}  // namespace vitrine
