/// OPT (Zhang et al. 2022): a decoder alone with learned positions. Its smallest two models depart from the others: one has tables
/// of fewer features with projections to the model's and back, and norms behind the residual connections.

#include "core/family/families.h"
#include "core/family/family_names.h"

namespace vitrine {

FamilyModel opt_model(const FamilyKeys& keys) {
    FamilyModel model{.family = "opt", .prefix = "model."};
    model.key_names = {
        {"d_model", "hidden_size"},        {"nhead", "num_attention_heads"}, {"num_decoder_layers", "num_hidden_layers"},
        {"dim_feedforward", "ffn_dim"},    {"tgt_vocab_size", "vocab_size"}, {"max_positions", "max_position_embeddings"},
        {"d_embed", "word_embed_proj_dim"}};
    Configuration& c = model.configuration;
    c.architecture = Architecture::decoder;
    c.d_model = keys.size("hidden_size", 768);
    c.nhead = keys.size("num_attention_heads", 12);
    c.num_decoder_layers = keys.layers("num_hidden_layers", 12);
    c.num_encoder_layers = 0;
    c.dim_feedforward = keys.size("ffn_dim", 3072);
    c.tgt_vocab_size = keys.size("vocab_size", 50272);
    c.max_positions = keys.size("max_position_embeddings", 2048);
    c.positions = PositionKind::learned;
    c.position_offset = 2;
    c.activation = keys.activation("activation_function", "relu");
    const bool before = keys.truth("do_layer_norm_before", true);
    c.norm_placement = before ? NormPlacement::before : NormPlacement::after;
    c.final_norm = before && !keys.truth("_remove_final_layer_norm", false);
    c.norm_gain = keys.truth("layer_norm_elementwise_affine", true);
    const Size embedded = keys.size("word_embed_proj_dim", c.d_model);
    if (embedded != c.d_model) c.d_embed = embedded;
    c.project_output = c.d_embed.has_value();
    const bool biases = keys.truth("enable_bias", true);
    c.biases.projections = c.biases.attention_output = c.biases.feed_forward = biases;
    c.biases.embedding_projection = c.biases.output = false;
    c.untrained_token = keys.padding(1, c.tgt_vocab_size);
    c.scale_embedding = false;
    c.bos = keys.token("bos_token_id", 2);
    c.eos = keys.token("eos_token_id", 2);
    keys.check(c, model.key_names);

    const std::string decoder = "model.decoder.";
    FamilyNames names(model);
    names.modules({{decoder + "embed_positions", "tgt_positions"},
                   {decoder + "project_in", "tgt_embedding_projection"},
                   {decoder + "project_out", "head.projection"}});
    names.layers(
        StackKind::decoder, decoder + "layers.",
        joined({attention_names("self_attn", "self_attn", {}),
                {{"self_attn_layer_norm", "norm1"}, {"fc1", "linear1"}, {"fc2", "linear2"}, {"final_layer_norm", "norm2"}}}));
    names.modules({{decoder + "final_layer_norm", "transformer.decoder.norm"}});
    model.tables = {
        .target = decoder + "embed_tokens.weight", .output = "lm_head.weight", .tied = keys.truth("tie_word_embeddings", true)};
    model.of_logits = {"lm_head.weight"};
    return model;
}

}  // namespace vitrine
