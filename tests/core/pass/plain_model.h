#pragma once
/// The whole model a second time, one sentence at a time, with plain loops and in double, to check core/model. It shares no code
/// with core/ops. Its equations are the paper's, each with the changes that designs make.

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "core/model/batch.h"
#include "core/model/parameters.h"
#include "core/model/regime.h"

namespace vitrine::tests {

using Row = std::vector<double>;
using Rows = std::vector<Row>;

class PlainModel {
public:
    PlainModel(const Configuration& configuration, const Parameters& parameters, const Design& how)
        : c(configuration), p(parameters), design(how) {}

    /// The logits of one sentence: a row per target position.
    Rows logits(const Batch& batch, Size sentence) const {
        const Tokens source = tokens_of(batch.src, sentence, c.pad_src), target = tokens_of(batch.tgt, sentence, c.pad_tgt);
        Rows x = embed(source, {p.src_embedding.weight, p.src_embedding_projection, p.src_positions.weight, p.src_embedding_norm});
        for (const LayerParameters& layer : p.transformer.encoder.layers) {
            x = connect(x, layer.norm1, [&](const Rows& in) { return attend(in, in, layer.self_attn, {source, source, false}); });
            x = connect(x, layer.norm2,
                        [&](const Rows& in) { return feed_forward(in, layer.feed_forward.linear1, layer.feed_forward.linear2); });
        }
        const Rows memory = c.final_norm ? normalise(x, p.transformer.encoder.norm) : x;
        x = embed(target, {p.target_table(), p.tgt_embedding_projection, p.tgt_positions.weight, p.tgt_embedding_norm});
        for (const LayerParameters& layer : p.transformer.decoder.layers) {
            const AttentionParameters& cross = design.shared_attention ? layer.self_attn : layer.multihead_attn;
            x = connect(x, layer.norm1, [&](const Rows& in) { return attend(in, in, layer.self_attn, {target, target, true}); });
            x = connect(x, layer.norm2, [&](const Rows& in) { return attend(in, memory, cross, {target, source, false}); });
            x = connect(x, layer.norm3,
                        [&](const Rows& in) { return feed_forward(in, layer.feed_forward.linear1, layer.feed_forward.linear2); });
        }
        if (c.final_norm) x = normalise(x, p.transformer.decoder.norm);
        return linear(x, {p.output_weight(), p.fc_out.bias});
    }

private:
    struct Tokens {
        std::vector<std::int32_t> ids;
        std::int32_t pad;

        bool is_padding(std::size_t place) const { return ids[place] == pad; }
    };
    struct Embedding {
        const Tensor& table;
        const LinearParameters& projection;
        const Tensor& positions;
        const LayerNormParameters& norm;
    };

    /// The rows of a weight that give `count` numbers, beginning with `first`; 0: all rows.
    struct Map {
        const Tensor &weight, &bias;
        std::size_t first = 0, count = 0;
    };
    struct Sides {
        const Tokens &asking, &answering;
        bool looks_back_alone;
    };

    static Tokens tokens_of(const IndexTensor& tokens, Size sentence, std::int32_t pad) {
        const std::int32_t* first = tokens.data() + sentence * tokens.size(1);
        return {{first, first + tokens.size(1)}, pad};
    }

    static double cell(const Tensor& tensor, std::size_t row, std::size_t column) {
        return static_cast<double>(tensor.at({static_cast<Size>(row), static_cast<Size>(column)}));
    }

    static Rows linear(const Rows& x, const Map& map) {
        const std::size_t count = map.count == 0 ? static_cast<std::size_t>(map.weight.size(0)) : map.count;
        Rows out(x.size(), Row(count));
        for (std::size_t l = 0; l < x.size(); ++l) {
            for (std::size_t j = 0; j < count; ++j) {
                double sum = map.bias.empty() ? 0 : static_cast<double>(map.bias.data()[map.first + j]);
                for (std::size_t i = 0; i < x[l].size(); ++i) sum += x[l][i] * cell(map.weight, map.first + j, i);
                out[l][j] = sum;
            }
        }
        return out;
    }

    Rows normalise(const Rows& x, const LayerNormParameters& norm) const {
        Rows out = x;
        const bool torch = c.layer_norm == LayerNormKind::torch;
        for (Row& row : out) {
            const auto width = static_cast<double>(row.size());
            double mean = 0, squares = 0;
            for (const double value : row) mean += value / width;
            for (const double value : row) squares += (value - mean) * (value - mean);
            const double deviation =
                torch ? std::sqrt(squares / width + c.layer_norm_eps) : std::sqrt(squares / (width - 1)) + c.layer_norm_eps;
            for (std::size_t i = 0; i < row.size(); ++i) {
                const double bias = norm.bias.empty() ? 0 : static_cast<double>(norm.bias.data()[i]);
                row[i] = static_cast<double>(norm.weight.data()[i]) * (row[i] - mean) / deviation + bias;
            }
        }
        return out;
    }

    Rows embed(const Tokens& tokens, const Embedding& of) const {
        Rows x;
        for (const std::int32_t id : tokens.ids) {
            Row& row = x.emplace_back();
            for (Size e = 0; e < of.table.size(1); ++e)
                row.push_back(cell(of.table, static_cast<std::size_t>(id), static_cast<std::size_t>(e)));
        }
        if (c.d_embed) x = linear(x, {of.projection.weight, of.projection.bias});
        const auto width = static_cast<std::size_t>(c.d_model);
        for (std::size_t l = 0; l < x.size(); ++l) {
            for (std::size_t j = 0; j < width; ++j) {
                if (c.scale_embedding && design.scale_embedding) x[l][j] *= std::sqrt(static_cast<double>(width));
                if (!design.positions) continue;
                const double angle =
                    static_cast<double>(l) / std::pow(10000.0, static_cast<double>(j / 2 * 2) / static_cast<double>(width));
                const double wave = j % 2 == 0 ? std::sin(angle) : std::cos(angle);
                x[l][j] += c.positions == PositionKind::learned ? cell(of.positions, l, j) : wave;
            }
        }
        return c.embedding_norm ? normalise(x, of.norm) : x;
    }

    bool sees(const Sides& sides, std::size_t query, std::size_t key) const {
        if (sides.looks_back_alone && design.causal_mask && key > query) return false;
        if (!design.padding_mask) return true;
        return !(design.padding_on_queries ? sides.asking.is_padding(query) : sides.answering.is_padding(key));
    }

    static void softmax(Row& row) {
        double most = -std::numeric_limits<double>::infinity(), sum = 0;
        for (const double value : row) most = std::max(most, value);
        for (double& value : row) sum += value = std::isinf(most) ? 0 : std::exp(value - most);
        for (double& value : row) value = sum == 0 ? 0 : value / sum;
    }

    /// One query's weights from its scores.
    Row weights(Row scores, const Sides& sides, std::size_t query) const {
        const double hidden = c.mask_value.value_or(-std::numeric_limits<double>::infinity());
        for (std::size_t k = 0; k < scores.size() && !design.mask_after_softmax; ++k) {
            if (!sees(sides, query, k)) scores[k] = hidden;
        }
        softmax(scores);
        for (std::size_t k = 0; k < scores.size() && design.mask_after_softmax; ++k) scores[k] *= sees(sides, query, k);
        return scores;
    }

    Rows attend(const Rows& queries, const Rows& memory, const AttentionParameters& attention, const Sides& sides) const {
        const auto width = static_cast<std::size_t>(c.d_model), d = width / static_cast<std::size_t>(c.nhead);
        const Rows query = linear(queries, {attention.in_proj_weight, attention.in_proj_bias, 0, width});
        const Rows key = linear(memory, {attention.in_proj_weight, attention.in_proj_bias, width, width});
        const Rows value = linear(memory, {attention.in_proj_weight, attention.in_proj_bias, 2 * width, width});
        Rows merged(queries.size(), Row(width, 0));
        for (std::size_t head = 0; head < width; head += d) {
            for (std::size_t q = 0; q < queries.size(); ++q) {
                Row scores(memory.size(), 0);
                for (std::size_t k = 0; k < memory.size(); ++k) {
                    for (std::size_t i = head; i < head + d; ++i) scores[k] += query[q][i] * key[k][i];
                    if (design.scale_scores) scores[k] /= std::sqrt(static_cast<double>(d));
                }
                const Row shares = weights(scores, sides, q);
                for (std::size_t k = 0; k < memory.size(); ++k) {
                    for (std::size_t i = head; i < head + d; ++i) merged[q][i] += shares[k] * value[k][i];
                }
            }
        }
        return linear(merged, {attention.out_proj.weight, attention.out_proj.bias});
    }

    double bend(double x) const {
        if (c.activation == ActivationKind::relu) return std::max(0.0, x);
        if (c.activation == ActivationKind::silu) return x / (1 + std::exp(-x));
        if (c.activation == ActivationKind::gelu_tanh)
            return x / 2 * (1 + std::tanh(std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x)));
        return x * (1 + std::erf(x / std::numbers::sqrt2)) / 2;
    }

    Rows feed_forward(const Rows& x, const LinearParameters& first, const LinearParameters& second) const {
        Rows hidden = linear(x, {first.weight, first.bias});
        for (Row& row : hidden) {
            for (double& value : row) value = bend(value);
        }
        return linear(hidden, {second.weight, second.bias});
    }

    template <class Sublayer>
    Rows connect(const Rows& x, const LayerNormParameters& norm, Sublayer&& sublayer) const {
        const bool inside = design.norm_inside, before = c.norm_first() && !inside;
        Rows out = sublayer(before ? normalise(x, norm) : x);
        if (inside) out = normalise(out, norm);
        for (std::size_t l = 0; l < x.size() && design.residuals; ++l) {
            for (std::size_t j = 0; j < x[l].size(); ++j) out[l][j] += x[l][j];
        }
        return before || inside ? out : normalise(out, norm);
    }

    const Configuration& c;
    const Parameters& p;
    Design design;
};

}  // namespace vitrine::tests
