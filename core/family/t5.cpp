/// T5 (Raffel et al. 2020): an encoder-decoder with pre-RMSNorm, relative positions and no biases. Its encoder is also used
/// alone, to read the prompts of image generators.

#include <algorithm>

#include "core/family/families.h"
#include "core/family/family_names.h"

namespace vitrine {

namespace {

void name_t5_stack(FamilyNames& names, StackKind stack, bool gated) {
    const bool decodes = stack == StackKind::decoder;
    const std::string side(name(stack)), network = decodes ? "layer.2." : "layer.1.";
    const ProjectionNames projections{"q", "k", "v", "o"};
    ModuleNames layer =
        joined({attention_names("layer.0.SelfAttention", "self_attn", projections), {{"layer.0.layer_norm", "norm1"}}});
    if (decodes)
        layer = joined(
            {layer, attention_names("layer.1.EncDecAttention", "multihead_attn", projections), {{"layer.1.layer_norm", "norm2"}}});
    names.modules(
        {{side + ".block.0.layer.0.SelfAttention.relative_attention_bias", "transformer." + side + ".relative_positions"}});
    names.layers(stack, side + ".block.",
                 joined({layer,
                         {{network + "DenseReluDense.wi_0", "gate"},
                          {network + "DenseReluDense." + (gated ? "wi_1" : "wi"), "linear1"},
                          {network + "DenseReluDense.wo", "linear2"},
                          {network + "layer_norm", decodes ? "norm3" : "norm2"}}}));
    names.modules({{side + ".final_layer_norm", "transformer." + side + ".norm"}});
}

/// Removes what an encoder alone does not have. Like `transformers`, ignores everything that the folder has of a decoder.
void keep_encoder(FamilyModel& model) {
    Configuration& c = model.configuration;
    c.architecture = Architecture::encoder;
    c.num_decoder_layers = c.tgt_vocab_size = 0;
    c.logits = c.scale_output = false;
    model.passed_over = {"*decoder*", "lm_head.weight"};
}

}  // namespace

FamilyModel t5_model(const FamilyKeys& keys) {
    FamilyModel model{.family = "t5", .prefix = ""};
    model.key_names = {{"nhead", "num_heads"},
                       {"head_dim", "d_kv"},
                       {"dim_feedforward", "d_ff"},
                       {"num_encoder_layers", "num_layers"},
                       {"src_vocab_size", "vocab_size"},
                       {"tgt_vocab_size", "vocab_size"},
                       {"relative_buckets", "relative_attention_num_buckets"},
                       {"relative_max_distance", "relative_attention_max_distance"}};
    Configuration& c = model.configuration;
    c.d_model = keys.size("d_model", 512);
    c.head_dim = keys.size("d_kv", 64);
    c.dim_feedforward = keys.size("d_ff", 2048);
    c.num_encoder_layers = keys.layers("num_layers", 6);
    c.num_decoder_layers = keys.layers("num_decoder_layers", c.num_encoder_layers);
    c.nhead = keys.size("num_heads", 8);
    c.src_vocab_size = c.tgt_vocab_size = keys.size("vocab_size", 32128);
    c.positions = PositionKind::relative;
    c.relative_buckets = keys.size("relative_attention_num_buckets", 32);
    c.relative_max_distance = keys.size("relative_attention_max_distance", 128);
    c.norm_placement = NormPlacement::before;
    c.layer_norm = LayerNormKind::rms;
    c.layer_norm_eps = keys.number("layer_norm_epsilon", 1e-6);
    c.bias = false;
    c.scale_embedding = false;
    c.scale_scores = false;
    c.bos = keys.first_of_target(no_token);
    c.eos = keys.token("eos_token_id", 1);
    const bool encoder_alone = keys.is_class("T5EncoderModel");
    if (!encoder_alone) keys.require("is_encoder_decoder", true, "an encoder-decoder (true), or the architecture T5EncoderModel");

    // "relu", or "gated-gelu", where gelu means the approximation with tanh.
    const std::string projection = keys.text("feed_forward_proj", "relu");
    c.gated = projection.starts_with("gated-");
    const std::string activation = c.gated ? projection.substr(6) : projection;
    c.activation = keys.activation_of("feed_forward_proj", projection == "gated-gelu" ? "gelu_new" : activation);
    // In version 1.1, this key says that the output is not scaled before the logits. The folder shows whether the logits have a
    // table of their own.
    c.scale_output = keys.truth("scale_decoder_outputs", keys.truth("tie_word_embeddings", true));

    if (encoder_alone) keep_encoder(model);
    keys.check(c, model.key_names);
    FamilyNames names(model);
    name_t5_stack(names, StackKind::encoder, c.gated);
    model.tables = {.shared = "shared.weight", .source = "encoder.embed_tokens.weight"};
    if (encoder_alone) return model;
    name_t5_stack(names, StackKind::decoder, c.gated);
    model.tables.target = "decoder.embed_tokens.weight";
    model.tables.output = "lm_head.weight";
    model.of_logits = {"lm_head.weight"};
    model.passed_over = {"*EncDecAttention.relative_attention_bias.weight"};
    return model;
}

}  // namespace vitrine
