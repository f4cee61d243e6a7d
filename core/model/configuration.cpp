#include "core/model/configuration.h"

#include <cmath>
#include <string>
#include <utility>

#include "core/tensor/error.h"

namespace vitrine {

namespace {

constexpr double most_parameters = 2e9;  // 8 GB of float
constexpr Size most_layers = 10'000;     // each takes memory even if its tensors are tiny

/// All that is wrong, so that it is told at once.
class Requirements {
public:
    void require(bool holds, const std::string& problem) {
        if (!holds) problems_ += (problems_.empty() ? "" : "; ") + problem;
    }
    /// Throws Error with all problems.
    void end() const {
        if (!problems_.empty()) throw Error(problems_);
    }

private:
    std::string problems_;
};

/// Sizes between 1 and what a machine holds; with others the further checks would make no sense.
void check_sizes(const Configuration& c) {
    Requirements requirements;
    const Size none = c.is_transformer() ? 0 : 1;  // what one attention alone does without is never too small
    const std::pair<const char*, Size> sizes[] = {
        {"d_model", c.d_model},
        {"nhead", c.nhead},
        {"num_encoder_layers", c.num_encoder_layers + none},
        {"num_decoder_layers", c.num_decoder_layers + none},
        {"dim_feedforward", c.dim_feedforward + none},
        {"src_vocab_size", c.src_vocab_size},
        {"tgt_vocab_size", c.tgt_vocab_size},
        {"max_positions", c.max_positions},
        {"d_embed", c.d_embed.value_or(1)},
    };
    for (const auto& [field, value] : sizes) {
        const std::string is = std::string("'") + field + "' is " + std::to_string(value);
        requirements.require(value >= 1, is + ", it must be at least 1");
        requirements.require(value <= Size(1) << 31, is + ", more than any machine holds");
    }
    for (const auto& [field, layers] :
         {std::pair("num_encoder_layers", c.num_encoder_layers), {"num_decoder_layers", c.num_decoder_layers}}) {
        requirements.require(layers <= most_layers, std::string("'") + field + "' is " + std::to_string(layers) + ", at most " +
                                                        std::to_string(most_layers) + " layers are built");
    }
    requirements.end();
}

void check_tokens(const Configuration& c, Requirements& requirements) {
    const auto inside = [&](const char* field, std::int32_t id, const char* vocabulary, Size size) {
        requirements.require(id >= 0 && id < size, std::string("'") + field + "' is " + std::to_string(id) + ", outside '" +
                                                       vocabulary + "' of " + std::to_string(size) + " tokens");
    };
    inside("pad_src", c.pad_src, "src_vocab_size", c.src_vocab_size);
    inside("pad_tgt", c.pad_tgt, "tgt_vocab_size", c.tgt_vocab_size);
    inside("bos", c.bos, "tgt_vocab_size", c.tgt_vocab_size);
    inside("eos", c.eos, "tgt_vocab_size", c.tgt_vocab_size);
}

/// Fields that have to fit each other.
void check_together(const Configuration& c, Requirements& requirements) {
    requirements.require(c.d_model % c.nhead == 0, "'d_model' " + std::to_string(c.d_model) + " is not divisible by 'nhead' " +
                                                       std::to_string(c.nhead) + ": every head takes an equal share");
    requirements.require(!(c.ties_output() && c.d_embed && *c.d_embed != c.d_model),
                         "'tie' makes fc_out the target embedding, so 'd_embed' must be null or equal to 'd_model'");
    requirements.require(!(c.ties_embeddings() && c.src_vocab_size != c.tgt_vocab_size),
                         "'tie' makes both embeddings one table, so 'src_vocab_size' " + std::to_string(c.src_vocab_size) +
                             " must equal 'tgt_vocab_size' " + std::to_string(c.tgt_vocab_size));
    requirements.require(!(c.layer_norm == LayerNormKind::annotated && c.d_model == 1),
                         "'layer_norm' \"annotated\" divides by d_model − 1, so 'd_model' must be at least 2");
    requirements.require(parameter_count(c) <= most_parameters,
                         "'d_model', 'dim_feedforward' and the vocabularies together ask for " +
                             std::to_string(static_cast<long long>(parameter_count(c) / 1e6)) +
                             " million parameters, more than 2000 million");
}

}  // namespace

Configuration lone_attention() {
    Configuration c;
    c.architecture = Architecture::attention;
    c.num_encoder_layers = c.num_decoder_layers = c.dim_feedforward = 0;
    c.final_norm = c.scale_embedding = false;
    c.pad_src = c.pad_tgt = c.bos = c.eos = -1;
    return c;
}

void require_transformer(const Configuration& c, const std::string& name, std::string_view lacks) {
    if (!c.is_transformer()) throw Error(name + ": this is one attention alone: it has " + std::string(lacks));
}

void check(const Configuration& c) {
    check_sizes(c);
    Requirements requirements;
    if (c.is_transformer()) check_tokens(c, requirements);
    check_together(c, requirements);
    requirements.require(std::isfinite(c.layer_norm_eps) && c.layer_norm_eps >= 0,
                         "'layer_norm_eps' must be a number of at least 0");
    requirements.require(!c.mask_value || std::isfinite(*c.mask_value), "'mask_value' must be null for −∞ or a finite number");
    requirements.require(c.dropout >= 0 && c.dropout < 1, "'dropout' must be at least 0 and below 1");
    requirements.require(c.embedding_dropout >= 0 && c.embedding_dropout < 1, "'embedding_dropout' must be at least 0 and below 1");
    requirements.end();
}

double parameter_count(const Configuration& c) {
    const double d = double(c.d_model), f = double(c.dim_feedforward), e = double(c.embedding_width()), b = c.bias;
    const double norm = d * (1 + b);
    if (!c.is_transformer()) return 3 * d * (d + b);
    const double attention = 4 * d * (d + b);
    const double feed_forward = d * f * 2 + b * (d + f);
    double count = double(c.num_encoder_layers) * (attention + feed_forward + 2 * norm) +
                   double(c.num_decoder_layers) * (2 * attention + feed_forward + 3 * norm);
    count += (double(c.src_vocab_size) + (c.ties_embeddings() ? 0 : double(c.tgt_vocab_size))) * e;
    count += double(c.tgt_vocab_size) * ((c.ties_output() ? 0 : d) + b);
    if (c.d_embed) count += 2 * d * (e + b);
    if (c.embedding_norm) count += 2 * norm;
    if (c.final_norm) count += 2 * norm;
    if (c.positions == PositionKind::learned) count += 2 * double(c.max_positions) * d;
    return count;
}

}  // namespace vitrine
