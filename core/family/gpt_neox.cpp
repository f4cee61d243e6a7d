/// GPT-NeoX (Black et al. 2022), the architecture of Pythia (Biderman et al. 2023): a decoder alone whose attention and network
/// each read a norm of their own of the layer's input, with rotary positions in a part of each head.

#include "core/family/decoder.h"
#include "core/family/families.h"

namespace vitrine {

FamilyModel gpt_neox_model(const FamilyKeys& keys) {
    const double turned = 0.25;
    FamilyModel model = decoder_model("gpt_neox", keys,
                                      {.width = 6144,
                                       .heads = 64,
                                       .layers = 44,
                                       .hidden = 24576,
                                       .vocabulary = 50432,
                                       .positions = 2048,
                                       .begin = 0,
                                       .end = 2,
                                       .activation = "gelu"},
                                      turned);
    Configuration& c = model.configuration;
    if (keys.truth("use_parallel_residual", true)) c.sublayer_order = SublayerOrder::parallel;
    c.layer_norm_eps = keys.number("layer_norm_eps", 1e-5);
    c.biases.projections = c.biases.attention_output = keys.truth("attention_bias", true);
    c.biases.output = false;
    c.untrained_token = no_token;
    FamilyNames names(model);
    names.layers(StackKind::decoder, "gpt_neox.layers.",
                 {{"input_layernorm", "norm1"},
                  {"post_attention_layernorm", "norm2"},
                  {"attention.query_key_value", "self_attn", ModulePart::projections_by_head},
                  {"attention.dense", "self_attn.out_proj"},
                  {"mlp.dense_h_to_4h", "linear1"},
                  {"mlp.dense_4h_to_h", "linear2"}});
    names.modules({{"gpt_neox.final_layer_norm", "transformer.decoder.norm"}});
    model.prefix = "gpt_neox.";
    model.tables.target = "gpt_neox.embed_in.weight";
    model.tables.output = "embed_out.weight";
    model.of_logits = {"embed_out.weight"};
    model.passed_over = {"*rotary_emb.inv_freq", "*.attention.bias", "*.attention.masked_bias"};
    return model;
}

}  // namespace vitrine
