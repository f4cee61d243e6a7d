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

constexpr double most_parameters = 2e9;  // 8 GB of float
constexpr Size most_layers = 10'000;     // each takes memory even if its tensors are tiny
constexpr Size most_of_any = Size(1) << 31;

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
        {"longest", c.longest.value_or(1)},
        {"rotary_original_positions", c.rotary_original_positions},
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
        {"d_model", "nhead", "head_dim", "positions"}, [&] { return !c.is_rotary() || c.head_width() % 2 == 0; },
        [&] {
            return std::string("'positions' \"rotary\" rotates pairs of dimensions, a head has ") + std::to_string(c.head_width());
        });
    requirements.require(
        {"tie", "d_embed", "d_model"}, [&] { return !(c.ties_output() && c.d_embed && *c.d_embed != c.d_model); },
        [&] { return std::string("'tie' makes fc_out the target embedding, so 'd_embed' must be null or equal to 'd_model'"); });
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
        {"layer_norm", "d_model"}, [&] { return !(c.layer_norm == LayerNormKind::annotated && c.d_model == 1); },
        [&] { return std::string("'layer_norm' \"annotated\" divides by d_model − 1, so 'd_model' must be at least 2"); });
    requirements.require(
        {"d_model", "nhead", "decoder_nhead", "num_key_value_heads", "head_dim", "num_encoder_layers", "num_decoder_layers",
         "dim_feedforward", "decoder_dim_feedforward", "src_vocab_size", "tgt_vocab_size", "segment_kinds", "d_embed",
         "max_positions", "position_offset", "relative_buckets"},
        [&] { return parameter_count(c) <= most_parameters; },
        [&] {
            return "'d_model', 'dim_feedforward' and the vocabularies together ask for " +
                   std::to_string(static_cast<long long>(parameter_count(c) / 1e6)) + " million parameters, more than 2000 million";
        });
}

void check_numbers(const Configuration& c, Requirements& requirements) {
    const auto require = [&](const char* field, bool holds, const char* is) {
        requirements.require(
            {field}, [&] { return holds; }, [&] { return in_quotes(field) + " must be " + is; });
    };
    require("rotary_base", std::isfinite(c.rotary_base) && c.rotary_base > 0, "a number above 0");
    require("rotary_factor", std::isfinite(c.rotary_factor) && c.rotary_factor > 0, "a number above 0");
    require("rotary_low_frequency", std::isfinite(c.rotary_low_frequency) && c.rotary_low_frequency > 0, "a number above 0");
    require("rotary_high_frequency", std::isfinite(c.rotary_high_frequency) && c.rotary_high_frequency > 0, "a number above 0");
    require("layer_norm_eps", std::isfinite(c.layer_norm_eps) && c.layer_norm_eps >= 0, "a number of at least 0");
    require("mask_value", !c.mask_value || std::isfinite(*c.mask_value), "null for −∞ or a finite number");
    require("dropout", c.dropout >= 0 && c.dropout < 1, "at least 0 and below 1");
    require("embedding_dropout", c.embedding_dropout >= 0 && c.embedding_dropout < 1, "at least 0 and below 1");
}

}  // namespace

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
    check_together(c, requirements);
    check_numbers(c, requirements);
    return requirements.problems();
}

void check(const Configuration& c) {
    std::string all;
    for (const std::string& problem : problems_of(c)) all += (all.empty() ? "" : "; ") + problem;
    if (!all.empty()) throw Error(all);
}

namespace {

/// The numbers of a model's parts.
struct Counts {
    const Configuration& c;

    static double linear(double output, double input, bool bias) { return output * (input + bias); }
    double norm() const { return double(c.d_model) * (1 + c.has_norm_bias()); }

    double attention(StackKind stack) const {
        const double d = double(c.d_model), width = double(c.head_width(stack)), read = double(c.heads(stack)) * width;
        return linear(read + 2 * double(c.key_heads(stack)) * width, d, c.has_projection_bias()) +
               linear(d, read, c.has_attention_output_bias());
    }

    double layer(StackKind stack) const {
        const double d = double(c.d_model), f = double(c.hidden_width(stack));
        const bool reads_memory = stack == StackKind::decoder && c.has_encoder(), bias = c.has_feed_forward_bias();
        return (1 + reads_memory) * attention(stack) + (1 + c.gated) * linear(f, d, bias) + linear(d, f, bias) +
               (2 + reads_memory) * norm();
    }

    /// The parameters of a stack and its embedding, except the table of tokens.
    double stack(StackKind stack) const {
        const double d = double(c.d_model);
        double count = double(c.layers(stack)) * layer(stack);
        if (c.final_norm) count += norm();
        if (c.embedding_norm) count += norm();
        if (c.d_embed) count += linear(d, double(*c.d_embed), c.bias);
        if (c.positions == PositionKind::learned) count += double(c.position_offset + c.max_positions) * d;
        if (c.positions == PositionKind::relative) count += double(c.relative_buckets) * double(c.heads(stack));
        return count;
    }

    double tables() const {
        const double source = c.has_encoder() ? double(c.src_vocab_size) : 0;
        const bool own_target = c.has_decoder() && !(c.has_encoder() && c.ties_embeddings());
        return (source + (own_target ? double(c.tgt_vocab_size) : 0)) * double(c.embedding_width()) +
               double(c.segment_kinds) * double(c.d_model);
    }

    double output() const {
        const double d = double(c.d_model), words = double(c.output_vocabulary());
        if (!c.logits) return 0;
        return (c.output_transform ? linear(d, d, c.bias) + norm() : 0) + (c.ties_output() ? 0 : words * d) +
               words * c.has_output_bias();
    }
};

}  // namespace

double parameter_count(const Configuration& c) {
    const Counts counts{c};
    if (!c.is_transformer()) return Counts::linear(3 * double(c.d_model), double(c.d_model), c.bias);
    double count = counts.tables() + counts.output();
    if (c.has_encoder()) count += counts.stack(StackKind::encoder);
    if (c.has_decoder()) count += counts.stack(StackKind::decoder);
    return count;
}

}  // namespace vitrine
