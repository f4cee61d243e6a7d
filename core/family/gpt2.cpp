/// GPT-2 (Radford et al. 2019): a decoder alone with pre-norm and learned positions.

#include "core/family/families.h"
#include "core/family/family_names.h"

namespace vitrine {

FamilyModel gpt2_model(const FamilyKeys& keys) {
    FamilyModel model{.family = "gpt2", .prefix = "transformer."};
    model.key_names = {{"d_model", "n_embd"},
                       {"nhead", "n_head"},
                       {"num_decoder_layers", "n_layer"},
                       {"dim_feedforward", "n_inner"},
                       {"tgt_vocab_size", "vocab_size"},
                       {"max_positions", "n_positions"}};
    Configuration& c = model.configuration;
    c.architecture = Architecture::decoder;
    c.d_model = keys.size("n_embd", 768);
    c.nhead = keys.size("n_head", 12);
    c.num_decoder_layers = keys.layers("n_layer", 12);
    c.num_encoder_layers = 0;
    c.dim_feedforward = keys.size("n_inner", 4 * c.d_model);
    c.tgt_vocab_size = keys.size("vocab_size", 50257);
    c.max_positions = keys.size("n_positions", 1024);
    c.positions = PositionKind::learned;
    c.activation = keys.activation("activation_function", "gelu_new");
    c.norm_placement = NormPlacement::before;
    c.layer_norm_eps = keys.number("layer_norm_epsilon", 1e-5);
    c.scale_embedding = false;
    c.scale_scores = keys.truth("scale_attn_weights", true);
    c.scale_scores_by_layer = keys.truth("scale_attn_by_inverse_layer_idx", false);
    c.biases.output = false;
    c.bos = keys.token("bos_token_id", 50256);
    c.eos = keys.token("eos_token_id", 50256);
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
    model.tables = {
        .target = "transformer.wte.weight", .output = "lm_head.weight", .tied = keys.truth("tie_word_embeddings", true)};
    model.of_logits = {"lm_head.weight"};
    model.passed_over = {"*.attn.bias", "*.attn.masked_bias"};
    return model;
}

}  // namespace vitrine
