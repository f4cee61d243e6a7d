/// Phi (Li et al. 2023): a decoder alone whose attention and network read one norm of the layer's input, with rotary positions in a
/// part of each head. Phi-3 (Abdin et al. 2024) is like Llama, with packed weights.

#include "core/family/decoder.h"
#include "core/family/families.h"

namespace vitrine {

FamilyModel phi_model(const FamilyKeys& keys) {
    const double turned = 0.5;
    FamilyModel model = decoder_model("phi", keys,
                                      {.width = 2048,
                                       .heads = 32,
                                       .layers = 24,
                                       .hidden = 8192,
                                       .vocabulary = 51200,
                                       .positions = 2048,
                                       .begin = 1,
                                       .end = 2,
                                       .activation = "gelu_new"},
                                      turned);
    Configuration& c = model.configuration;
    c.sublayer_order = SublayerOrder::parallel_shared;
    c.layer_norm_eps = keys.number("layer_norm_eps", 1e-5);
    if (keys.truth("qk_layernorm", false)) c.query_key_norm = QueryKeyNorm::each_head;
    FamilyNames names(model);
    names.layers(StackKind::decoder, "model.layers.",
                 joined({attention_names("self_attn", "self_attn", {.output = "dense"}),
                         {{"self_attn.q_layernorm", "self_attn.query_norm"},
                          {"self_attn.k_layernorm", "self_attn.key_norm"},
                          {"mlp.fc1", "linear1"},
                          {"mlp.fc2", "linear2"},
                          {"input_layernorm", "norm1"}}}));
    names.modules({{"model.final_layernorm", "transformer.decoder.norm"}});
    names.tensor("lm_head.bias", "fc_out.bias");
    model.of_logits.push_back("lm_head.bias");
    return model;
}

FamilyModel phi3_model(const FamilyKeys& keys) {
    FamilyModel model = decoder_model("phi3", keys,
                                      {.width = 3072,
                                       .heads = 32,
                                       .layers = 32,
                                       .hidden = 8192,
                                       .vocabulary = 32064,
                                       .positions = 4096,
                                       .begin = 1,
                                       .end = 32000,
                                       .padding = 32000});
    Configuration& c = model.configuration;
    c.gated = true;
    c.layer_norm = LayerNormKind::rms;
    c.layer_norm_eps = keys.number("rms_norm_eps", 1e-5);
    c.bias = false;
    c.window = keys.optional_size("sliding_window");
    FamilyNames names(model);
    names.layers(StackKind::decoder, "model.layers.",
                 {{"self_attn.qkv_proj", "self_attn", ModulePart::projections},
                  {"self_attn.o_proj", "self_attn.out_proj"},
                  {"mlp.gate_up_proj", "", ModulePart::gate_and_linear1},
                  {"mlp.down_proj", "linear2"},
                  {"input_layernorm", "norm1"},
                  {"post_attention_layernorm", "norm2"}});
    names.modules({{"model.norm", "transformer.decoder.norm"}});
    return model;
}

}  // namespace vitrine
