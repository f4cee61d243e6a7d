#include "app/views/design/measuring.h"

#include <cmath>
#include <numeric>
#include <vector>

#include "app/run/run.h"
#include "app/views/design/places.h"
#include "core/explain/attention_reading.h"

namespace vitrine {

namespace {

constexpr std::string_view absent = "This run has no such tensor.", no_words = "No sentence has a token.",
                           too_large = "The tensor is too large to be measured here.";

constexpr AttentionPlace first_cross{AttentionKind::cross, 0};

/// Computes a mean, number by number.
class Mean {
public:
    void add(double value) { sum_ += value, ++count_; }
    Measured result(std::string_view why_none) const {
        return count_ == 0 ? Measured{.why_none = why_none} : Measured{.value = sum_ / static_cast<double>(count_)};
    }

private:
    double sum_ = 0;
    Size count_ = 0;
};

Measured refused(const TensorView& tensor) { return {.why_none = tensor.present() ? too_large : absent}; }

bool is_word(const Run& run, Side side, Size sentence, Size position) {
    const Configuration& c = run.model->configuration;
    return tokens_read(run, side).at({sentence, position}) != (side == Side::source ? c.pad_src : c.pad_tgt);
}

TensorView weights_tensor(const Run& run, const AttentionPlace& place) { return run.find(path_of(place) + ".weights"); }

/// Calls row(cell) for the row of every query that is not padding, in every head and sentence. `cell` is the first of the row.
template <class Row>
void for_each_row(const Run& run, const AttentionPlace& place, Row&& row) {
    const Layout layout = weights_tensor(run, place).layout;
    const Side asking = side_of_queries(place.kind);
    for (Size sentence = 0; sentence < layout.shape[0]; ++sentence) {
        for (Size query = 0; query < layout.shape[2]; ++query) {
            if (!is_word(run, asking, sentence, query)) continue;
            for (Size head = 0; head < layout.shape[1]; ++head) row(Index{sentence, head, query, 0});
        }
    }
}

/// The sum of a row's weights on the keys for which counts(key) is true.
template <class Counts>
double sum_where(const TensorView& weights, Index cell, Counts&& counts) {
    double sum = 0;
    for (cell[3] = 0; cell[3] < weights.layout.shape[3]; ++cell[3]) {
        if (counts(cell[3])) sum += weights.at(cell);
    }
    return sum;
}

/// The mean over all rows of their weights on the keys for which counts(sentence, query, key) is true.
template <class Counts>
Measured mean_sum(const Run& run, const AttentionPlace& place, Counts&& counts) {
    const TensorView weights = weights_tensor(run, place);
    if (!is_measurable(weights)) return refused(weights);
    Mean mean;
    for_each_row(run, place, [&](const Index& cell) {
        mean.add(sum_where(weights, cell, [&](Size key) { return counts(cell[0], cell[2], key); }));
    });
    return mean.result(no_words);
}

/// Half of the sum of absolute differences of two rows of weights: the share of attention that is on other keys.
double moved_between(const TensorView& a, Index in_a, const TensorView& b, Index in_b) {
    double sum = 0;
    for (in_a[3] = in_b[3] = 0; in_a[3] < a.layout.shape[3]; ++in_a[3], ++in_b[3]) sum += std::abs(a.at(in_a) - b.at(in_b));
    return sum / 2;
}

/// The cells along the last axis.
std::vector<double> row_at(const TensorView& tensor, Index cell) {
    const auto last = static_cast<std::size_t>(tensor.layout.rank - 1);
    std::vector<double> row;
    for (cell[last] = 0; cell[last] < tensor.layout.shape[last]; ++cell[last]) row.push_back(tensor.at(cell));
    return row;
}

double product(const std::vector<double>& a, const std::vector<double>& b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

double length(const std::vector<double>& row) { return std::sqrt(product(row, row)); }

/// Empty if one of the rows is all zeros.
std::optional<double> cosine(const std::vector<double>& a, const std::vector<double>& b) {
    const double lengths = length(a) * length(b);
    return lengths == 0 ? std::nullopt : std::optional(product(a, b) / lengths);
}

/// The mean cosine of two rows of the memory, or of the tensor that replaces it, over all pairs of words in a sentence for which
/// counts(token, token) is true.
template <class Counts>
Measured likeness_in_memory(const Run& run, std::string_view why_none, Counts&& counts) {
    const TensorView memory = run.find(path_in(run, DesignTensor::output));
    const Side side = first_side(run);
    constexpr double most_products = 2e7;
    if (!is_measurable(memory)) return refused(memory);
    const auto& shape = memory.layout.shape;
    if (double(memory.layout.count()) * double(shape[1]) > most_products) return {.why_none = too_large};
    Mean mean;
    for (Size sentence = 0; sentence < shape[0]; ++sentence) {
        for (Size second = 0; second < shape[1]; ++second) {
            for (Size first = 0; first < second; ++first) {
                const IndexTensor& tokens = tokens_read(run, side);
                const bool words = is_word(run, side, sentence, first) && is_word(run, side, sentence, second);
                if (!words || !counts(tokens.at({sentence, first}), tokens.at({sentence, second}))) continue;
                const auto like = cosine(row_at(memory, {sentence, first}), row_at(memory, {sentence, second}));
                if (like) mean.add(*like);
            }
        }
    }
    return mean.result(why_none);
}

/// The embeddings to which the positions are added.
TensorView added_words(const Run& run) {
    const std::string side = path_of(first_side(run));
    for (const char* name : {".scaled", ".projected"}) {
        if (const TensorView found = run.find(side + name); found.present()) return found;
    }
    return run.find(side + ".embedding");
}

}  // namespace

bool is_measurable(const TensorView& tensor) {
    constexpr Size most_cells = 1'000'000;
    return tensor.present() && !tensor.fetched && tensor.layout.count() <= most_cells;
}

Measured mean_evenness(const Run& run) {
    const TensorView weights = weights_tensor(run, first_self_attention(run));
    if (!is_measurable(weights)) return refused(weights);
    const AttentionActivations& attention = attention_of(*run.activations, first_self_attention(run));
    const Configuration& c = run.model->configuration;
    const QueryTokens asking{tokens_read(run, first_side(run)), c.has_encoder() ? c.pad_src : c.pad_tgt};
    Mean mean;
    for (Size sentence = 0; sentence < weights.layout.shape[0]; ++sentence) {
        for (Size head = 0; head < weights.layout.shape[1]; ++head) {
            const HeadWeights read = head_weights(attention, {sentence, head}, asking);
            for (Size query = 0; query < read.queries; ++query) {
                if (!read.chooses(query)) continue;
                const RowEntropy row = *row_entropy(read, query);
                mean.add(row.entropy / row.highest);
            }
        }
    }
    return mean.result("No token has several keys to choose from.");
}

Measured mean_weight_on_padding(const Run& run) {
    const TensorView weights = weights_tensor(run, first_self_attention(run));
    if (!is_measurable(weights)) return refused(weights);
    Mean mean;
    for_each_row(run, first_self_attention(run), [&](const Index& cell) {
        bool has_padding = false;
        const double sum = sum_where(weights, cell, [&](Size key) {
            const bool pads = !is_word(run, first_side(run), cell[0], key);
            has_padding = has_padding || pads;
            return pads;
        });
        if (has_padding) mean.add(sum);
    });
    return mean.result("No sentence has padding here.");
}

Measured mean_weight_ahead(const Run& run) {
    return mean_sum(run, first_causal_attention(run), [](Size, Size query, Size key) { return key > query; });
}

Measured mean_row_sum(const Run& run) {
    return mean_sum(run, first_causal_attention(run), [](Size, Size, Size) { return true; });
}

Measured mean_moved_weight(const Run& first, const Run& second) {
    const TensorView a = weights_tensor(first, first_cross), b = weights_tensor(second, first_cross);
    if (!is_measurable(a)) return refused(a);
    if (a.layout.shape != b.layout.shape) return {.why_none = "The weights of the two runs differ in shape."};
    Mean mean;
    for_each_row(second, first_cross, [&](const Index& cell) { mean.add(moved_between(a, cell, b, cell)); });
    return mean.result(no_words);
}

Measured unlikeness_of_heads(const Run& run) {
    const TensorView weights = weights_tensor(run, first_self_attention(run));
    if (!is_measurable(weights)) return refused(weights);
    Mean mean;
    for_each_row(run, first_self_attention(run), [&](const Index& cell) {
        for (Index other = cell; other[1] > 0;) {
            --other[1];
            mean.add(moved_between(weights, cell, weights, other));
        }
    });
    return mean.result(weights.layout.shape[1] < 2 ? "There is only one head." : no_words);
}

Measured words_beside_positions(const Run& run) {
    const TensorView words = added_words(run), positions = run.find(path_in(run, DesignTensor::positions));
    if (!positions.present()) return {.why_none = "No positions are added."};
    if (!is_measurable(words)) return refused(words);
    double of_words = 0, of_positions = 0;
    for (Size sentence = 0; sentence < words.layout.shape[0]; ++sentence) {
        for (Size position = 0; position < words.layout.shape[1]; ++position) {
            if (!is_word(run, first_side(run), sentence, position)) continue;
            of_words += length(row_at(words, {sentence, position}));
            of_positions += length(row_at(positions, {position}));
        }
    }
    return of_positions == 0 ? Measured{.why_none = "Every position is 0."} : Measured{.value = of_words / of_positions};
}

Measured likeness_of_repeated_words(const Run& run) {
    return likeness_in_memory(run,
                              run.has_both_stacks() ? "No source sentence has a token twice." : "No sentence has a token twice.",
                              [](std::int32_t first, std::int32_t second) { return first == second; });
}

Measured likeness_of_words(const Run& run) {
    return likeness_in_memory(run, run.has_both_stacks() ? "No source sentence has two tokens." : "No sentence has two tokens.",
                              [](std::int32_t, std::int32_t) { return true; });
}

Measured likeness_of_neighbours(const Run& run) {
    const TensorView positions = run.find(path_in(run, DesignTensor::positions));
    if (!positions.present()) return {.why_none = "No positions are added."};
    if (!is_measurable(positions)) return refused(positions);
    Mean mean;
    for (Size position = 1; position < positions.layout.shape[0]; ++position) {
        const auto like = cosine(row_at(positions, {position - 1}), row_at(positions, {position}));
        if (like) mean.add(*like);
    }
    return mean.result("There are no two positions.");
}

Measured largest_of_residual(const Run& run) {
    const std::string path = path_in(run, DesignTensor::first_residual);
    const TensorView residual = run.find(path);
    if (!residual.present()) return {.why_none = absent};
    return {.value = run.statistics_of(path).limit(path)};
}

}  // namespace vitrine
