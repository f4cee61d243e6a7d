/// BERT (Devlin et al. 2019): an encoder alone with post-norm, learned positions and segments, which predicts masked words.

#include "core/family/families.h"
#include "core/family/family_names.h"

namespace vitrine {

FamilyModel bert_model(const FamilyKeys& keys) {
    FamilyModel model{.family = "bert", .prefix = "bert."};
    model.key_names = {{"d_model", "hidden_size"},
                       {"nhead", "num_attention_heads"},
                       {"num_encoder_layers", "num_hidden_layers"},
                       {"dim_feedforward", "intermediate_size"},
                       {"src_vocab_size", "vocab_size"},
                       {"segment_kinds", "type_vocab_size"},
                       {"max_positions", "max_position_embeddings"}};
    Configuration& c = model.configuration;
    c.architecture = Architecture::encoder;
    c.d_model = keys.size("hidden_size", 768);
    c.nhead = keys.size("num_attention_heads", 12);
    c.num_encoder_layers = keys.layers("num_hidden_layers", 12);
    c.num_decoder_layers = 0;
    c.dim_feedforward = keys.size("intermediate_size", 3072);
    c.src_vocab_size = keys.size("vocab_size", 30522);
    c.segment_kinds = keys.optional_size("type_vocab_size", 0).value_or(2);
    c.max_positions = keys.size("max_position_embeddings", 512);
    c.positions = PositionKind::learned;
    c.activation = keys.activation("hidden_act", "gelu");
    c.layer_norm_eps = keys.number("layer_norm_eps", 1e-12);
    c.final_norm = false;
    c.untrained_token = keys.padding(0, c.src_vocab_size);
    c.embedding_norm = true;
    c.scale_embedding = false;
    c.output_transform = true;
    keys.require("is_decoder", false, "an encoder (false)");
    if (keys.text("position_embedding_type", "absolute") != "absolute") keys.refuse("position_embedding_type", "\"absolute\"");

    keys.check(c, model.key_names);
    FamilyNames names(model);
    const std::string embeddings = "bert.embeddings.";
    names.modules({{embeddings + "position_embeddings", "src_positions"},
                   {embeddings + "token_type_embeddings", "segments"},
                   {embeddings + "LayerNorm", "src_embedding_norm"}});
    names.layers(StackKind::encoder, "bert.encoder.layer.",
                 {{"attention.self.query", "self_attn", ModulePart::query},
                  {"attention.self.key", "self_attn", ModulePart::key},
                  {"attention.self.value", "self_attn", ModulePart::value},
                  {"attention.output.dense", "self_attn.out_proj"},
                  {"attention.output.LayerNorm", "norm1"},
                  {"intermediate.dense", "linear1"},
                  {"output.dense", "linear2"},
                  {"output.LayerNorm", "norm2"}});
    const std::string head = "cls.predictions.";
    names.modules({{head + "transform.dense", "head.dense"}, {head + "transform.LayerNorm", "head.norm"}});
    model.tables = {.source = embeddings + "word_embeddings.weight",
                    .output = head + "decoder.weight",
                    .tied = keys.truth("tie_word_embeddings", true)};
    // The bias is stored twice; where it is tied, either may be missing.
    const std::string first = head + "bias", second = head + "decoder.bias";
    names.tensor(model.tables.tied ? first : second, "fc_out.bias");
    model.twins = {{first, second}, {second, first}};
    model.of_logits = {head + "*"};
    model.passed_over = {"*position_ids", "*token_type_ids", "*pooler.*", "cls.seq_relationship.*", first, second};
    return model;
}

}  // namespace vitrine
