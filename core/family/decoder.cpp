#include "core/family/decoder.h"

#include <cmath>

namespace vitrine {

namespace {

void read_scaling(const FamilyKeys& keys, const FamilyKeys& scaling, Size positions, LayerConfiguration& c) {
    const char* kind = scaling.has("rope_type") ? "rope_type" : "type";
    const std::string type = scaling.text(kind, "default");
    if (type == "default") return;
    if (type != "llama3" && type != "linear") scaling.refuse(kind, R"("default", "linear" and "llama3")");
    const auto require = [&](const char* key) {
        if (!scaling.has(key)) scaling.refuse(key, "a number, with rotations of type \"" + type + "\"");
    };
    require("factor");
    c.rotary_factor = scaling.number("factor", 1);
    c.rotary_scaling = type == "linear" ? RotaryScalingKind::linear : RotaryScalingKind::llama3;
    if (type == "linear") return;
    for (const char* key : {"low_freq_factor", "high_freq_factor"}) require(key);
    c.rotary_low_frequency = scaling.number("low_freq_factor", 1);
    c.rotary_high_frequency = scaling.number("high_freq_factor", 4);
    const Size inside = scaling.size("original_max_position_embeddings", positions);
    c.rotary_original_positions = keys.size("original_max_position_embeddings", inside);
}

/// The object that describes the rotation of all layers or, where layers with a window have another, of those without.
std::optional<FamilyKeys> rotation_object(const FamilyKeys& keys, const DecoderDefaults& defaults) {
    const auto all = keys.inside(keys.has("rope_scaling") ? "rope_scaling" : "rope_parameters");
    for (const char* layers : {"full_attention", "sliding_attention"})
        if (all && all->has(layers) && !defaults.window_rotary_base) all->refuse(layers, "one rotation for all layers");
    return all && all->has("full_attention") ? all->inside("full_attention") : all;
}

/// Both ways to write a rotation: `rope_parameters`, or `rope_theta` beside `rope_scaling`, with the type under `rope_type` or
/// `type`.
void read_rotation(const FamilyKeys& keys, const DecoderDefaults& defaults, double turned, Configuration& c) {
    c.positions = PositionKind::rotary;
    const auto inside = rotation_object(keys, defaults);
    c.rotary_base = keys.number("rope_theta", defaults.rotary_base);
    double share = keys.number("partial_rotary_factor", turned);
    if (inside) {
        c.rotary_base = inside->number("rope_theta", c.rotary_base);
        share = inside->number("partial_rotary_factor", share);
        read_scaling(keys, *inside, c.max_positions, c);
    }
    const double width = static_cast<double>(c.head_width(StackKind::decoder));
    if (share != 1) c.rotary_width = static_cast<Size>(std::floor(width * share));
}

}  // namespace

FamilyModel decoder_model(const std::string& family, const FamilyKeys& keys, const DecoderDefaults& defaults, double turned) {
    FamilyModel model{.family = family, .prefix = "model."};
    model.key_names = {{"d_model", "hidden_size"},
                       {"nhead", "num_attention_heads"},
                       {"num_decoder_layers", "num_hidden_layers"},
                       {"dim_feedforward", "intermediate_size"},
                       {"tgt_vocab_size", "vocab_size"},
                       {"max_positions", "max_position_embeddings"},
                       {"window", "sliding_window"},
                       {"scores_width", "query_pre_attn_scalar"},
                       {"scores_cap", "attn_logit_softcapping"},
                       {"logits_cap", "final_logit_softcapping"},
                       {"rotary_base", "rope_theta"},
                       {"rotary_width", "partial_rotary_factor"},
                       {"rotary_factor", "factor"},
                       {"rotary_low_frequency", "low_freq_factor"},
                       {"rotary_high_frequency", "high_freq_factor"},
                       {"rotary_original_positions", "original_max_position_embeddings"}};
    Configuration& c = model.configuration;
    c.architecture = Architecture::decoder;
    c.d_model = keys.size("hidden_size", defaults.width);
    c.nhead = keys.size("num_attention_heads", defaults.heads);
    const Size key_heads = keys.is_null("num_key_value_heads") ? c.nhead : defaults.key_heads.value_or(c.nhead);
    c.num_key_value_heads = keys.size("num_key_value_heads", key_heads);
    c.head_dim = keys.optional_size("head_dim");
    if (!c.head_dim && !keys.is_null("head_dim")) c.head_dim = defaults.head_width;
    c.num_encoder_layers = 0;
    c.num_decoder_layers = keys.layers("num_hidden_layers", defaults.layers);
    c.dim_feedforward = keys.size("intermediate_size", defaults.hidden);
    c.tgt_vocab_size = keys.size("vocab_size", defaults.vocabulary);
    c.max_positions = keys.size("max_position_embeddings", defaults.positions);
    c.activation = keys.activation(defaults.activation_key, defaults.activation);
    c.untrained_token = keys.padding(defaults.padding, c.tgt_vocab_size);
    c.bos = keys.token("bos_token_id", defaults.begin);
    c.eos = keys.token("eos_token_id", defaults.end);
    c.norm_placement = NormPlacement::before;
    c.scale_embedding = false;
    read_rotation(keys, defaults, turned, c);
    model.tables = {.target = "model.embed_tokens.weight",
                    .output = "lm_head.weight",
                    .tied = keys.truth("tie_word_embeddings", defaults.tied)};
    model.of_logits = {"lm_head.weight"};
    model.passed_over = {"*rotary_emb.inv_freq"};
    keys.check(c, model.key_names);
    return model;
}

void read_windows(const FamilyKeys& keys, Size window, std::vector<std::string> kinds, Configuration& c) {
    if (auto told = keys.texts("layer_types")) kinds = std::move(*told);
    if (kinds.size() != static_cast<std::size_t>(c.num_decoder_layers))
        keys.refuse("layer_types", "one for each of the " + std::to_string(c.num_decoder_layers) + " layers");
    c.decoder_layers.assign(kinds.size(), c);
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        if (kinds[i] == "sliding_attention") {
            c.decoder_layers[i].window = window;
        } else if (kinds[i] != "full_attention") {
            keys.refuse("layer_types", R"("full_attention" and "sliding_attention")");
        }
    }
}

void read_window_rotation(const FamilyKeys& keys, double base, Configuration& c) {
    const auto all = keys.inside("rope_parameters");
    const auto inside = all ? all->inside("sliding_attention") : std::nullopt;
    for (LayerConfiguration& layer : c.decoder_layers) {
        if (!layer.window) continue;
        layer.rotary_base = keys.number("rope_local_base_freq", base);
        layer.rotary_factor = 1;
        if (!inside) continue;
        layer.rotary_base = inside->number("rope_theta", layer.rotary_base);
        read_scaling(keys, *inside, c.max_positions, layer);
    }
}

void name_gated_decoder(FamilyModel& model, const ModuleNames& norms) {
    FamilyNames names(model);
    const ProjectionNames projections{.output = "o_proj"};
    const ModuleNames network{{"mlp.gate_proj", "gate"}, {"mlp.up_proj", "linear1"}, {"mlp.down_proj", "linear2"}};
    names.layers(StackKind::decoder, "model.layers.",
                 joined({attention_names("self_attn", "self_attn", projections), network, norms}));
    names.modules({{"model.norm", "transformer.decoder.norm"}});
}

}  // namespace vitrine
