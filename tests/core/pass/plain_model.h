#pragma once
/// The whole model a second time, one sentence at a time, with plain loops and in double, to check core/model. It shares no code
/// with core/ops. Its equations are the paper's, each with the changes that designs make, and with what layers may have otherwise.

#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <optional>
#include <span>
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
        x = run_stack(x, StackKind::encoder, p.transformer.encoder, source, {}, source);
        const Rows memory = c.final_norm ? normalise(x, p.transformer.encoder.norm, c) : x;
        x = embed(target, {p.target_table(), p.tgt_embedding_projection, p.tgt_positions.weight, p.tgt_embedding_norm});
        x = run_stack(x, StackKind::decoder, p.transformer.decoder, target, memory, source);
        if (c.final_norm) x = normalise(x, p.transformer.decoder.norm, c);
        Rows logits = linear(x, {p.output_weight(), p.fc_out.bias});
        for (Row& row : logits) cap(row, c.logits_cap);
        return logits;
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
        bool is_self = true;
    };
    using Sublayer = std::function<Rows(const Rows&)>;

    Rows run_stack(Rows x, StackKind stack, const StackParameters& parameters, const Tokens& tokens, const Rows& memory,
                   const Tokens& of_memory) const {
        const bool decodes = stack == StackKind::decoder;
        for (std::size_t i = 0; i < parameters.layers.size(); ++i) {
            const LayerParameters& layer = parameters.layers[i];
            const LayerConfiguration& of = c.layer(stack, i);
            const AttentionParameters& cross = design.shared_attention ? layer.self_attn : layer.multihead_attn;
            std::vector<Sublayer> sublayers{[&](const Rows& in) {
                return attend(in, in, layer.self_attn, {tokens, tokens, decodes}, of);
            }};
            if (decodes)
                sublayers.push_back([&](const Rows& in) {
                    return attend(in, memory, cross, {tokens, of_memory, false, false}, of);
                });
            sublayers.push_back([&](const Rows& in) { return feed_forward(in, layer.feed_forward, of); });
            std::vector<const LayerNormParameters*> behind{&layer.post_attn_norm, &layer.post_ffn_norm};
            if (decodes) behind.insert(behind.begin() + 1, &layer.post_cross_attn_norm);
            x = run_layer(x, layer, of, sublayers, behind);
        }
        return x;
    }

    Rows run_layer(const Rows& input, const LayerParameters& layer, const LayerConfiguration& of,
                   const std::vector<Sublayer>& sublayers, const std::vector<const LayerNormParameters*>& behind) const {
        const LayerNormParameters* norms[] = {&layer.norm1, &layer.norm2, &layer.norm3};
        Rows x = input, sum(input.size(), Row(input[0].size(), 0));
        for (std::size_t i = 0; i < sublayers.size(); ++i) {
            if (of.sublayer_order == SublayerOrder::sequential) {
                x = connect(x, *norms[i], *behind[i], sublayers[i], of);
                continue;
            }
            const LayerNormParameters& norm = *norms[of.sublayer_order == SublayerOrder::parallel ? i : 0];
            add(design.norm_inside ? normalise(sublayers[i](x), norm, of) : sublayers[i](normalise(x, norm, of)), sum);
        }
        if (of.sublayer_order == SublayerOrder::sequential) return x;
        if (design.residuals) add(x, sum);
        return sum;
    }

    static void add(const Rows& x, Rows& to) {
        for (std::size_t l = 0; l < x.size(); ++l) {
            for (std::size_t j = 0; j < x[l].size(); ++j) to[l][j] += x[l][j];
        }
    }

    static void cap(Row& row, const std::optional<double>& most) {
        for (double& number : row) number = most ? *most * std::tanh(number / *most) : number;
    }

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

    /// One row, or a part of it, by the gains from `first` on.
    void normalise(std::span<double> row, const LayerNormParameters& norm, const LayerConfiguration& of) const {
        const auto width = static_cast<double>(row.size());
        double mean = 0, squares = 0;
        for (const double value : row) mean += of.layer_norm == LayerNormKind::rms ? 0 : value / width;
        for (const double value : row) squares += (value - mean) * (value - mean);
        const double deviation = of.layer_norm == LayerNormKind::annotated ? std::sqrt(squares / (width - 1)) + of.layer_norm_eps
                                                                           : std::sqrt(squares / width + of.layer_norm_eps);
        for (std::size_t i = 0; i < row.size(); ++i) {
            const double bias = norm.bias.empty() ? 0 : static_cast<double>(norm.bias.data()[i]);
            const double gain = norm.weight.empty() ? 1 : static_cast<double>(norm.weight.data()[i]) + (of.norm_adds_one ? 1 : 0);
            row[i] = gain * (row[i] - mean) / deviation + bias;
        }
    }

    Rows normalise(const Rows& x, const LayerNormParameters& norm, const LayerConfiguration& of) const {
        Rows out = x;
        for (Row& row : out) normalise(std::span(row), norm, of);
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
                if (c.positions == PositionKind::rotary) continue;
                const double angle =
                    static_cast<double>(l) / std::pow(10000.0, static_cast<double>(j / 2 * 2) / static_cast<double>(width));
                const double wave = j % 2 == 0 ? std::sin(angle) : std::cos(angle);
                x[l][j] += c.positions == PositionKind::learned ? cell(of.positions, l, j) : wave;
            }
        }
        return c.embedding_norm ? normalise(x, of.norm, c) : x;
    }

    bool sees(const Sides& sides, std::size_t query, std::size_t key, const LayerConfiguration& of) const {
        const bool causal = sides.looks_back_alone && design.causal_mask;
        if (causal && of.window && static_cast<Size>(key) <= static_cast<Size>(query) - *of.window) return false;
        if (causal && key > query) return false;
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
    Row weights(Row scores, const Sides& sides, std::size_t query, const LayerConfiguration& of) const {
        const double hidden = c.mask_value.value_or(-std::numeric_limits<double>::infinity());
        for (std::size_t k = 0; k < scores.size() && !design.mask_after_softmax; ++k) {
            if (!sees(sides, query, k, of)) scores[k] = hidden;
        }
        softmax(scores);
        for (std::size_t k = 0; k < scores.size() && design.mask_after_softmax; ++k) scores[k] *= sees(sides, query, k, of);
        return scores;
    }

    /// Normalises the heads of queries or keys, and turns them by their positions.
    void prepare(Rows& rows, const LayerNormParameters& norm, const LayerConfiguration& of, bool turns) const {
        const auto d = static_cast<std::size_t>(c.head_width());
        for (std::size_t l = 0; l < rows.size(); ++l) {
            if (of.query_key_norm == QueryKeyNorm::all_heads) normalise(std::span(rows[l]), norm, of);
            for (std::size_t head = 0; head < rows[l].size(); head += d) {
                const std::span<double> part(rows[l].data() + head, d);
                if (of.query_key_norm == QueryKeyNorm::each_head) normalise(part, norm, of);
                if (turns) turn(part, static_cast<double>(l), of);
            }
        }
    }

    static void turn(std::span<double> head, double position, const LayerConfiguration& of) {
        const auto width = static_cast<std::size_t>(of.rotary_width.value_or(static_cast<Size>(head.size())));
        for (std::size_t pair = 0; pair < width / 2; ++pair) {
            const double frequency = std::pow(of.rotary_base, -2 * static_cast<double>(pair) / static_cast<double>(width));
            const double angle = static_cast<float>(position) * static_cast<float>(frequency);  // rounded, as PyTorch's code does
            const bool halves = of.rotary_pairs == RotaryPairs::halves;
            double &first = head[halves ? pair : 2 * pair], &second = head[halves ? pair + width / 2 : 2 * pair + 1];
            const double kept = first;
            first = first * std::cos(angle) - second * std::sin(angle);
            second = second * std::cos(angle) + kept * std::sin(angle);
        }
    }

    Rows attend(const Rows& queries, const Rows& memory, const AttentionParameters& attention, const Sides& sides,
                const LayerConfiguration& of) const {
        const auto d = static_cast<std::size_t>(c.head_width()), width = d * static_cast<std::size_t>(c.nhead);
        Rows query = linear(queries, {attention.in_proj_weight, attention.in_proj_bias, 0, width});
        Rows key = linear(memory, {attention.in_proj_weight, attention.in_proj_bias, width, width});
        const Rows value = linear(memory, {attention.in_proj_weight, attention.in_proj_bias, 2 * width, width});
        const bool turns = sides.is_self && c.positions == PositionKind::rotary && design.positions;
        prepare(query, attention.query_norm, of, turns), prepare(key, attention.key_norm, of, turns);
        Rows merged(queries.size(), Row(width, 0));
        for (std::size_t head = 0; head < width; head += d) {
            for (std::size_t q = 0; q < queries.size(); ++q) {
                Row scores(memory.size(), 0);
                for (std::size_t k = 0; k < memory.size(); ++k) {
                    for (std::size_t i = head; i < head + d; ++i) scores[k] += query[q][i] * key[k][i];
                    if (design.scale_scores && of.scale_scores)
                        scores[k] /= std::sqrt(of.scores_width.value_or(static_cast<double>(d)));
                }
                cap(scores, of.scores_cap);
                const Row shares = weights(scores, sides, q, of);
                for (std::size_t k = 0; k < memory.size(); ++k) {
                    for (std::size_t i = head; i < head + d; ++i) merged[q][i] += shares[k] * value[k][i];
                }
            }
        }
        return linear(merged, {attention.out_proj.weight, attention.out_proj.bias});
    }

    static double bend(double x, ActivationKind activation) {
        if (activation == ActivationKind::relu) return std::max(0.0, x);
        if (activation == ActivationKind::silu) return x / (1 + std::exp(-x));
        if (activation == ActivationKind::gelu_tanh)
            return x / 2 * (1 + std::tanh(std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x)));
        return x * (1 + std::erf(x / std::numbers::sqrt2)) / 2;
    }

    Rows feed_forward(const Rows& x, const FeedForwardParameters& network, const LayerConfiguration& of) const {
        Rows hidden = linear(x, {network.linear1.weight, network.linear1.bias});
        const Rows gate = of.gated ? linear(x, {network.gate.weight, network.gate.bias}) : hidden;
        for (std::size_t l = 0; l < x.size(); ++l) {
            for (std::size_t f = 0; f < hidden[l].size(); ++f)
                hidden[l][f] = bend(gate[l][f], of.activation) * (of.gated ? hidden[l][f] : 1);
        }
        return linear(hidden, {network.linear2.weight, network.linear2.bias});
    }

    Rows connect(const Rows& x, const LayerNormParameters& norm, const LayerNormParameters& behind, const Sublayer& sublayer,
                 const LayerConfiguration& of) const {
        const NormPlacement placement = design.norm_inside ? NormPlacement::inside : of.norm_placement;
        const bool before = placement == NormPlacement::before || placement == NormPlacement::around;
        Rows out = sublayer(before ? normalise(x, norm, of) : x);
        if (placement == NormPlacement::inside) out = normalise(out, norm, of);
        if (placement == NormPlacement::around) out = normalise(out, behind, of);
        if (design.residuals) add(x, out);
        return placement == NormPlacement::after ? normalise(out, norm, of) : out;
    }

    const Configuration& c;
    const Parameters& p;
    Design design;
};

}  // namespace vitrine::tests
