#include "core/model/configuration.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

#include "core/tensor/error.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

constexpr double most_parameters = 2e9;      // 8 GB of float
constexpr Size most_layers = 10'000;         // each takes memory even if its tensors are tiny
constexpr Size most_of_any = Size(1) << 30;  // the sum of three products of two such sizes can still be counted

/// Collects what is wrong. A requirement on several fields is skipped if one of them is already known to be wrong.
class Requirements {
public:
    explicit Requirements(const std::vector<std::string>& unsound) : unsound_(unsound) {}

    /// Notes the problem where holds() is false. Both are called only if all of the fields are sound.
    template <class Holds, class Problem>
    void require(const std::vector<std::string>& fields, const Holds& holds, const Problem& problem) {
        const auto is_unsound = [&](const std::string& field) { return std::ranges::find(unsound_, field) != unsound_.end(); };
        if (std::ranges::any_of(fields, is_unsound) || holds()) return;
        problems_.push_back(problem());
        if (fields.size() == 1) unsound_.push_back(fields.front());
    }

    const std::vector<std::string>& problems() const { return problems_; }

private:
    std::vector<std::string> unsound_, problems_;
};

std::string is_value(const std::string& field, Size value) { return in_quotes(field) + " is " + std::to_string(value); }

void check_sizes(const Configuration& c, Requirements& requirements) {
    // The size of a part that the model does not have may be 0.
    const Size none = c.is_transformer() ? 0 : 1, no_encoder = c.has_encoder() ? 0 : 1, no_decoder = c.has_decoder() ? 0 : 1;
    const Size words = c.is_transformer() ? 1 : 0;  // one attention alone has no stack, but tokens of both sides
    const std::pair<const char*, Size> sizes[] = {
        {"d_model", c.d_model},
        {"nhead", c.nhead},
        {"num_encoder_layers", c.num_encoder_layers + no_encoder},
        {"num_decoder_layers", c.num_decoder_layers + no_decoder},
        {"dim_feedforward", c.dim_feedforward + none},
        {"decoder_nhead", c.decoder_nhead.value_or(1)},
        {"decoder_dim_feedforward", c.decoder_dim_feedforward.value_or(1)},
        {"num_key_value_heads", c.num_key_value_heads.value_or(1)},
        {"head_dim", c.head_dim.value_or(1)},
        {"src_vocab_size", c.src_vocab_size + no_encoder * words},
        {"tgt_vocab_size", c.tgt_vocab_size + no_decoder * words},
        {"max_positions", c.max_positions},
        {"relative_buckets", c.relative_buckets},
        {"relative_max_distance", c.relative_max_distance},
        {"d_embed", c.d_embed.value_or(1)},
    };
    for (const auto& [name, size] : sizes) {
        const std::string field = name;
        const Size value = size;
        const Size most = field.ends_with("_layers") ? most_layers : most_of_any;
        requirements.require(
            {field}, [&] { return value >= 1; }, [&] { return is_value(field, value) + ", it must be at least 1"; });
        requirements.require(
            {field}, [&] { return value <= most; },
            [&] {
                return is_value(field, value) + (most == most_layers ? ", at most " + std::to_string(most) + " layers are built"
                                                                     : ", more than any machine can hold");
            });
    }
}

/// Sizes that may be 0, because the model may lack the part.
void check_counts(const Configuration& c, Requirements& requirements) {
    const std::pair<const char*, Size> counts[] = {{"segment_kinds", c.segment_kinds}, {"position_offset", c.position_offset}};
    for (const auto& [name, count] : counts) {
        const std::string field = name;
        const Size value = count;
        requirements.require(
            {field}, [&] { return value >= 0 && value < most_of_any; },
            [&] { return is_value(field, value) + ", it must be at least 0 and below " + std::to_string(most_of_any); });
    }
}

void check_tokens(const Configuration& c, Requirements& requirements) {
    const auto inside = [&](const char* field, std::int32_t id, const char* vocabulary, Size size) {
        requirements.require(
            {field, vocabulary},
            [&] {
                return id == no_token || (id == filler && std::string_view(field).starts_with("pad")) || (id >= 0 && id < size);
            },
            [&] { return is_value(field, id) + ", outside " + in_quotes(vocabulary) + " of " + std::to_string(size) + " tokens"; });
    };
    const bool is_source_larger = c.has_encoder() && (!c.has_decoder() || c.src_vocab_size > c.tgt_vocab_size);
    inside("untrained_token", c.untrained_token, is_source_larger ? "src_vocab_size" : "tgt_vocab_size",
           is_source_larger ? c.src_vocab_size : c.tgt_vocab_size);
    if (c.has_encoder()) inside("pad_src", c.pad_src, "src_vocab_size", c.src_vocab_size);
    if (!c.has_decoder()) return;
    inside("pad_tgt", c.pad_tgt, "tgt_vocab_size", c.tgt_vocab_size);
    inside("bos", c.bos, "tgt_vocab_size", c.tgt_vocab_size);
    inside("eos", c.eos, "tgt_vocab_size", c.tgt_vocab_size);
}

/// Fields that have to fit each other.
void check_together(const Configuration& c, Requirements& requirements) {
    const auto divides = [&](const char* field, Size heads) {
        requirements.require(
            {"d_model", field}, [&] { return c.head_dim || c.d_model % heads == 0; },
            [&] {
                return "'d_model' " + std::to_string(c.d_model) + " is not divisible by " + in_quotes(field) + " " +
                       std::to_string(heads) + ": every head has the same dimension";
            });
        requirements.require(
            {field, "num_key_value_heads"}, [&] { return !c.num_key_value_heads || heads % *c.num_key_value_heads == 0; },
            [&] {
                return in_quotes(field) + " " + std::to_string(heads) + " is not divisible by 'num_key_value_heads' " +
                       std::to_string(*c.num_key_value_heads) + ": every key head is shared by the same number of heads";
            });
    };
    divides("nhead", c.nhead);
    if (c.decoder_nhead) divides("decoder_nhead", *c.decoder_nhead);
    requirements.require(
        {"relative_buckets", "relative_max_distance"},
        [&] {
            return c.positions != PositionKind::relative ||
                   (c.relative_buckets >= 4 && c.relative_max_distance > c.relative_buckets / 2);
        },
        [&] {
            return "'relative_buckets' " + std::to_string(c.relative_buckets) + " and 'relative_max_distance' " +
                   std::to_string(c.relative_max_distance) +
                   " do not go together: at least 4 buckets, and a distance beyond half of them";
        });
    requirements.require(
        {"segment_kinds", "architecture"}, [&] { return c.segment_kinds == 0 || c.has_encoder(); },
        [&] { return std::string("'segment_kinds': only an encoder has segments"); });
    requirements.require(
        {"tie", "d_embed", "d_model", "project_output"},
        [&] { return !(c.ties_output() && c.embedding_width() != c.output_width()); },
        [&] {
            return std::string(
                "'tie' makes fc_out the target embedding, so 'd_embed' must be null or equal to 'd_model', or 'project_output' "
                "true");
        });
    requirements.require(
        {"classes", "architecture", "logits"},
        [&] { return c.classes == 0 || (c.architecture == Architecture::encoder && !c.logits); },
        [&] { return std::string("'classes' asks for an encoder alone without 'logits'"); });
    requirements.require(
        {"project_output", "d_embed"}, [&] { return !c.project_output || c.d_embed; },
        [&] { return std::string("'project_output' projects to 'd_embed', which must not be null"); });
    requirements.require(
        {"tie", "src_vocab_size", "tgt_vocab_size"},
        [&] {
            return !(c.architecture == Architecture::transformer && c.ties_embeddings() && c.src_vocab_size != c.tgt_vocab_size);
        },
        [&] {
            return "'tie' makes both embeddings one table, so 'src_vocab_size' " + std::to_string(c.src_vocab_size) +
                   " must equal 'tgt_vocab_size' " + std::to_string(c.tgt_vocab_size);
        });
    requirements.require(
        {"d_model", "nhead", "decoder_nhead", "num_key_value_heads", "head_dim", "num_encoder_layers", "num_decoder_layers",
         "dim_feedforward", "decoder_dim_feedforward", "src_vocab_size", "tgt_vocab_size", "segment_kinds", "d_embed",
         "max_positions", "position_offset", "relative_buckets", "encoder_layers", "decoder_layers"},
        [&] { return parameter_count(c) <= most_parameters; },
        [&] {
            return "'d_model', 'dim_feedforward' and the vocabularies together ask for " +
                   std::to_string(static_cast<long long>(parameter_count(c) / 1e6)) + " million parameters, more than 2000 million";
        });
}

/// The choices of one layer. `where`: "" for those of all layers, or "decoder_layers", which layer it is, and a colon.
void check_layer(const LayerConfiguration& layer, const Configuration& c, const std::string& list, const std::string& where,
                 Requirements& requirements) {
    const auto require = [&](std::vector<std::string> fields, bool holds, const std::string& problem) {
        if (!list.empty()) fields = {list};
        requirements.require(
            fields, [&] { return holds; }, [&] { return where + problem; });
    };
    const auto above_0 = [&](const char* field, std::optional<double> value) {
        require({field}, !value || (std::isfinite(*value) && *value > 0), in_quotes(field) + " must be a number above 0");
    };
    const auto size = [&](const char* field, std::optional<Size> value) {
        const std::string is = is_value(field, value.value_or(0));
        require({field}, !value || *value >= 1, is + ", it must be at least 1");
        require({field}, !value || *value <= most_of_any, is + ", more than any text is long");
    };
    above_0("rotary_base", layer.rotary_base), above_0("rotary_factor", layer.rotary_factor);
    above_0("rotary_low_frequency", layer.rotary_low_frequency), above_0("rotary_high_frequency", layer.rotary_high_frequency);
    above_0("scores_width", layer.scores_width), above_0("scores_cap", layer.scores_cap);
    size("rotary_original_positions", layer.rotary_original_positions), size("window", layer.window);
    size("rotary_width", layer.rotary_width);
    require({"layer_norm_eps"}, std::isfinite(layer.layer_norm_eps) && layer.layer_norm_eps >= 0,
            "'layer_norm_eps' must be a number of at least 0");
    require({"layer_norm", "d_model"}, !(layer.layer_norm == LayerNormKind::annotated && c.d_model == 1),
            "'layer_norm' \"annotated\" divides by d_model − 1, so 'd_model' must be at least 2");
    require({"norm_gain", "layer_norm", "query_key_norm"},
            layer.norm_gain || (!layer.is_rms() && layer.query_key_norm == QueryKeyNorm::none),
            "'norm_gain' must be true with 'layer_norm' \"rms\" and with 'query_key_norm'");
    require({"sublayer_order", "norm_first"},
            layer.sublayer_order == SublayerOrder::sequential || layer.norm_placement == NormPlacement::before,
            "'sublayer_order': sublayers that are parallel read a norm, so 'norm_first' must be true");
}

/// How much of a head is rotated. Requires: heads divide the model's dimension.
void check_rotation(const LayerConfiguration& layer, const Configuration& c, const std::string& list, const std::string& where,
                    Requirements& requirements) {
    std::vector<std::string> fields{"d_model", "nhead", "head_dim", "positions", "rotary_width"};
    if (!list.empty()) fields.push_back(list);
    requirements.require(
        fields,
        [&] {
            const Size turned = layer.rotary_width.value_or(c.head_width());
            return !c.is_rotary() || (turned % 2 == 0 && turned <= c.head_width());
        },
        [&] {
            const std::string has = "a head has " + std::to_string(c.head_width());
            if (!layer.rotary_width) return where + "'positions' \"rotary\" rotates pairs of dimensions, " + has;
            return where + "'rotary_width' is " + std::to_string(*layer.rotary_width) + ", it must be even and at most what " + has;
        });
}

void check_layers(const Configuration& c, Requirements& requirements) {
    check_layer(c, c, "", "", requirements);
    check_rotation(c, c, "", "", requirements);
    for (const StackKind stack : {StackKind::encoder, StackKind::decoder}) {
        const auto& own = stack == StackKind::encoder ? c.encoder_layers : c.decoder_layers;
        const std::string list = stack == StackKind::encoder ? "encoder_layers" : "decoder_layers";
        if (own.empty()) continue;
        requirements.require(
            {list, "num_" + list}, [&] { return static_cast<Size>(own.size()) == c.layers(stack); },
            [&] {
                return in_quotes(list) + " has " + std::to_string(own.size()) + " entries for " + std::to_string(c.layers(stack)) +
                       " layers";
            });
        for (std::size_t i = 0; i < own.size(); ++i) {
            const std::string where = in_quotes(list) + ", layer " + std::to_string(i + 1) + ": ";
            check_layer(own[i], c, list, where, requirements);
            check_rotation(own[i], c, list, where, requirements);
        }
    }
}

void check_numbers(const Configuration& c, Requirements& requirements) {
    const auto require = [&](const char* field, bool holds, const char* is) {
        requirements.require(
            {field}, [&] { return holds; }, [&] { return in_quotes(field) + " must be " + is; });
    };
    require("logits_cap", !c.logits_cap || (std::isfinite(*c.logits_cap) && *c.logits_cap > 0), "a number above 0");
    require("mask_value", !c.mask_value || std::isfinite(*c.mask_value), "null for −∞ or a finite number");
    require("dropout", c.dropout >= 0 && c.dropout < 1, "at least 0 and below 1");
    require("embedding_dropout", c.embedding_dropout >= 0 && c.embedding_dropout < 1, "at least 0 and below 1");
}

}  // namespace

const LayerConfiguration& layer_at(std::string_view path, const Configuration& c) {
    constexpr std::string_view layers = ".layers.";
    const std::size_t found = path.find(layers);
    if (found == std::string_view::npos) return c;
    std::size_t layer = 0;
    for (const char digit : path.substr(found + layers.size())) {
        if (digit < '0' || digit > '9') break;
        layer = layer * 10 + static_cast<std::size_t>(digit - '0');
    }
    return c.layer(path.starts_with("encoder") ? StackKind::encoder : StackKind::decoder, layer);
}

Configuration lone_attention() {
    Configuration c;
    c.architecture = Architecture::attention;
    c.num_encoder_layers = c.num_decoder_layers = c.dim_feedforward = 0;
    c.final_norm = c.scale_embedding = false;
    c.pad_src = c.pad_tgt = c.bos = c.eos = no_token;
    return c;
}

void require_transformer(const Configuration& c, const std::string& name, std::string_view lacks) {
    if (!c.is_transformer()) throw Error(name + ": this is one attention alone: it has " + std::string(lacks));
}

void require_token_labels(const Configuration& c, const std::string& name) {
    if (c.classes > 0)
        throw Error(name + ": this model tells the classes of sentences; trained and evaluated are models that predict tokens");
}

void require_both_stacks(const Configuration& c, const std::string& name, std::string_view what) {
    if (c.is_transformer() && c.architecture != Architecture::transformer) {
        throw Error(name + ": this is " + (c.has_decoder() ? "a decoder" : "an encoder") + " alone; " + std::string(what) +
                    " needs an encoder and a decoder");
    }
}

std::vector<std::string> problems_of(const Configuration& c, const std::vector<std::string>& unsound) {
    Requirements requirements(unsound);
    check_sizes(c, requirements);
    check_counts(c, requirements);
    if (c.is_transformer()) check_tokens(c, requirements);
    check_layers(c, requirements);
    check_together(c, requirements);
    check_numbers(c, requirements);
    return requirements.problems();
}

void check(const Configuration& c) {
    std::string all;
    for (const std::string& problem : problems_of(c)) all += (all.empty() ? "" : "; ") + problem;
    if (!all.empty()) throw Error(all);
}

}  // namespace vitrine
