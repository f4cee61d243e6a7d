/// BERT (Devlin et al. 2019): an encoder alone with post-norm, learned positions and segments, which predicts masked words. RoBERTa
/// (Liu et al. 2019) counts its positions from behind the padding's row of their table; DistilBERT (Sanh et al. 2019) has no
/// segments.

#include "core/family/families.h"
#include "core/family/family_names.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

/// What the three call their sizes.
struct BertKeys {
    const char *width = "hidden_size", *heads = "num_attention_heads", *layers = "num_hidden_layers", *hidden = "intermediate_size",
               *activation = "hidden_act";
};

/// Where the three have their modules. `table`, `bias`: of the logits.
struct BertNames {
    std::string embeddings, layers;
    ModuleNames layer, head;
    std::string table, bias;
    ModuleNames classifier;
};

struct BertDefaults {
    Size layers, vocabulary;
    double epsilon;
    std::int32_t padding;
};

FamilyModel bert_like_model(const std::string& family, const FamilyKeys& keys, const BertKeys& words,
                            const BertDefaults& defaults) {
    FamilyModel model{.family = family, .prefix = family + '.'};
    model.key_names = {{"d_model", words.width},
                       {"nhead", words.heads},
                       {"num_encoder_layers", words.layers},
                       {"dim_feedforward", words.hidden},
                       {"src_vocab_size", "vocab_size"},
                       {"segment_kinds", "type_vocab_size"},
                       {"max_positions", "max_position_embeddings"}};
    Configuration& c = model.configuration;
    c.architecture = Architecture::encoder;
    c.d_model = keys.size(words.width, 768);
    c.nhead = keys.size(words.heads, 12);
    c.num_encoder_layers = keys.layers(words.layers, defaults.layers);
    c.num_decoder_layers = 0;
    c.dim_feedforward = keys.size(words.hidden, 3072);
    c.src_vocab_size = keys.size("vocab_size", defaults.vocabulary);
    c.max_positions = keys.size("max_position_embeddings", 512);
    c.positions = PositionKind::learned;
    c.activation = keys.activation(words.activation, "gelu");
    c.layer_norm_eps = defaults.epsilon;
    c.final_norm = false;
    c.untrained_token = keys.padding(defaults.padding, c.src_vocab_size);
    c.embedding_norm = true;
    c.scale_embedding = false;
    c.output_transform = true;
    keys.require("is_decoder", false, "an encoder (false)");
    if (keys.text("position_embedding_type", "absolute") != "absolute") keys.refuse("position_embedding_type", "\"absolute\"");
    return model;
}

/// Makes it a model that tells classes in place of words.
void read_classes(const FamilyKeys& keys, ActivationKind activation, FamilyModel& model) {
    Configuration& c = model.configuration;
    const std::string one_class = "single_label_classification";
    if (keys.text("problem_type", one_class) != one_class)
        keys.refuse("problem_type", "one class for each sentence: " + in_quotes(one_class));
    model.class_names = keys.class_names();
    c.classes = static_cast<Size>(model.class_names.size());
    if (c.classes < 2) keys.refuse("id2label", "at least two classes");
    c.head_activation = activation;
    c.logits = c.output_transform = false;
}

/// Requires: the configuration is complete.
void name_bert(const FamilyKeys& keys, const BertNames& of, ActivationKind class_activation, FamilyModel& model) {
    const bool classifies = keys.is_class("ForSequenceClassification");
    if (classifies) read_classes(keys, class_activation, model);
    keys.check(model.configuration, model.key_names);
    FamilyNames names(model);
    names.modules({{of.embeddings + "position_embeddings", "src_positions"},
                   {of.embeddings + "token_type_embeddings", "segments"},
                   {of.embeddings + "LayerNorm", "src_embedding_norm"}});
    names.layers(StackKind::encoder, of.layers, of.layer);
    if (classifies) {
        names.modules(of.classifier);
        model.tables = {.source = of.embeddings + "word_embeddings.weight", .tied = false};
        model.passed_over = {"*position_ids", "*token_type_ids"};
        return;
    }
    names.modules(of.head);
    model.tables = {.source = of.embeddings + "word_embeddings.weight",
                    .output = of.table + ".weight",
                    .tied = keys.truth("tie_word_embeddings", true)};
    // The bias may be stored twice; where it is tied, either may be missing.
    const std::string beside = of.table + ".bias";
    names.tensor(model.tables.tied ? of.bias : beside, "fc_out.bias");
    if (of.bias != beside) model.twins = {{of.bias, beside}, {beside, of.bias}};
    for (const ModuleName& module : of.head) model.of_logits.push_back(module.theirs + ".*");
    model.of_logits.insert(model.of_logits.end(), {of.table + ".*", of.bias});
    model.passed_over = {"*position_ids", "*token_type_ids", "*pooler.*", of.bias, beside};
}

const ModuleNames bert_layer{{"attention.self.query", "self_attn", ModulePart::query},
                             {"attention.self.key", "self_attn", ModulePart::key},
                             {"attention.self.value", "self_attn", ModulePart::value},
                             {"attention.output.dense", "self_attn.out_proj"},
                             {"attention.output.LayerNorm", "norm1"},
                             {"intermediate.dense", "linear1"},
                             {"output.dense", "linear2"},
                             {"output.LayerNorm", "norm2"}};

}  // namespace

FamilyModel bert_model(const FamilyKeys& keys) {
    FamilyModel model = bert_like_model("bert", keys, {}, {12, 30522, keys.number("layer_norm_eps", 1e-12), 0});
    model.configuration.segment_kinds = keys.optional_size("type_vocab_size", 0).value_or(2);
    const std::string head = "cls.predictions.";
    name_bert(keys,
              {"bert.embeddings.",
               "bert.encoder.layer.",
               bert_layer,
               {{head + "transform.dense", "head.dense"}, {head + "transform.LayerNorm", "head.norm"}},
               head + "decoder",
               head + "bias",
               {{"bert.pooler.dense", "classifier.dense"}, {"classifier", "classifier.out"}}},
              ActivationKind::tanh, model);
    model.passed_over.emplace_back("cls.seq_relationship.*");
    return model;
}

FamilyModel roberta_model(const FamilyKeys& keys) {
    FamilyModel model = bert_like_model("roberta", keys, {}, {12, 50265, keys.number("layer_norm_eps", 1e-12), 1});
    Configuration& c = model.configuration;
    c.segment_kinds = keys.optional_size("type_vocab_size", 0).value_or(2);
    c.head_activation = ActivationKind::gelu;  // whatever that of the layers is
    if (c.untrained_token == no_token) keys.refuse("pad_token_id", "a token of the vocabulary: positions count from its row on");
    // Only the rows behind the padding's are positions.
    c.position_offset = c.untrained_token + 1;
    if (c.max_positions <= c.position_offset) keys.refuse("max_position_embeddings", "more rows than those up to pad_token_id");
    c.max_positions -= c.position_offset;
    name_bert(keys,
              {"roberta.embeddings.",
               "roberta.encoder.layer.",
               bert_layer,
               {{"lm_head.dense", "head.dense"}, {"lm_head.layer_norm", "head.norm"}},
               "lm_head.decoder",
               "lm_head.bias",
               {{"classifier.dense", "classifier.dense"}, {"classifier.out_proj", "classifier.out"}}},
              ActivationKind::tanh, model);
    return model;
}

FamilyModel distilbert_model(const FamilyKeys& keys) {
    FamilyModel model =
        bert_like_model("distilbert", keys, {"dim", "n_heads", "n_layers", "hidden_dim", "activation"}, {6, 30522, 1e-12, 0});
    name_bert(
        keys,
        {"distilbert.embeddings.",
         "distilbert.transformer.layer.",
         joined({attention_names("attention", "self_attn", {"q_lin", "k_lin", "v_lin", "out_lin"}),
                 {{"sa_layer_norm", "norm1"}, {"ffn.lin1", "linear1"}, {"ffn.lin2", "linear2"}, {"output_layer_norm", "norm2"}}}),
         {{"vocab_transform", "head.dense"}, {"vocab_layer_norm", "head.norm"}},
         "vocab_projector",
         "vocab_projector.bias",
         {{"pre_classifier", "classifier.dense"}, {"classifier", "classifier.out"}}},
        ActivationKind::relu, model);
    return model;
}

}  // namespace vitrine
