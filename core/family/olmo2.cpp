/// OLMo 2 (OLMo et al. 2024): a decoder alone whose norms stand behind the sublayers, inside the residual connection, and which
/// normalises all queries of a position at once, and all keys.

#include "core/family/decoder.h"
#include "core/family/families.h"

namespace vitrine {

FamilyModel olmo2_model(const FamilyKeys& keys) {
    FamilyModel model = decoder_model("olmo2", keys,
                                      {.width = 4096,
                                       .heads = 32,
                                       .layers = 32,
                                       .hidden = 11008,
                                       .vocabulary = 50304,
                                       .positions = 2048,
                                       .begin = no_token,
                                       .end = 50279,
                                       .padding = 1});
    Configuration& c = model.configuration;
    c.gated = true;
    c.layer_norm = LayerNormKind::rms;
    c.layer_norm_eps = keys.number("rms_norm_eps", 1e-5);
    c.norm_placement = NormPlacement::inside;
    c.query_key_norm = QueryKeyNorm::all_heads;
    c.bias = false;
    c.biases.projections = c.biases.attention_output = keys.truth("attention_bias", false);
    name_gated_decoder(model, {{"self_attn.q_norm", "self_attn.query_norm"},
                               {"self_attn.k_norm", "self_attn.key_norm"},
                               {"post_attention_layernorm", "norm1"},
                               {"post_feedforward_layernorm", "norm2"}});
    return model;
}

}  // namespace vitrine
