#include "core/explain/attention_reading.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/explain/attention_reading_queries.h"
#include "core/explain/head_cells.h"

namespace vitrine {

Size HeadWeights::choices(Size query) const {
    const auto row = allowed.begin() + static_cast<std::ptrdiff_t>(cell(query, 0));
    return std::count_if(row, row + static_cast<std::ptrdiff_t>(keys), [](std::uint8_t one) { return one != 0; });
}

HeadWeights head_weights(const AttentionActivations& attention, const HeadPlace& place, const QueryTokens& asking) {
    HeadWeights read{.queries = attention.weights.size(2),
                     .keys = attention.weights.size(3),
                     .weight = {},
                     .allowed = {},
                     .words = {},
                     .tokens = {}};
    for (Size q = 0; q < read.queries; ++q) read.tokens.push_back(asking.tokens.at({place.sentence, q}));
    for (const std::int32_t token : read.tokens) read.words.push_back(token != asking.pad);
    const auto cells = static_cast<std::size_t>(read.queries * read.keys);
    read.weight.resize(cells);
    read.allowed.resize(cells);
    const Tensor weights = head_cells(attention.weights, place);
    for_each_query(read, [&, sentence = place.sentence](Size q) {
        for (Size k = 0; k < read.keys; ++k) {
            read.weight[read.cell(q, k)] = static_cast<double>(weights.at({q, k}));
            read.allowed[read.cell(q, k)] = attention.mask.at({sentence, 0, q, k}) != 0;
        }
    });
    return read;
}

std::optional<RowEntropy> row_entropy(const HeadWeights& head, Size query) {
    const Size choices = head.choices(query);
    if (choices == 0) return std::nullopt;
    RowEntropy row{0, std::log(static_cast<double>(choices))};
    double sum = 0;
    for (Size k = 0; k < head.keys; ++k) sum += head.sees(query, k) ? head.at(query, k) : 0;
    for (Size k = 0; k < head.keys; ++k) {
        const double share = head.at(query, k) / sum;
        if (head.sees(query, k) && head.at(query, k) != 0) row.entropy -= share * std::log(share);
    }
    return row;
}

std::optional<RowEntropy> mean_entropy(const HeadWeights& head) {
    RowEntropy sum;
    const Size rows = add_entropies(row_entropies(head), head, sum);
    if (rows == 0) return std::nullopt;
    return RowEntropy{sum.entropy / static_cast<double>(rows), sum.highest / static_cast<double>(rows)};
}

std::optional<double> mutual_information(const HeadWeights& head, std::span<const Size> queries) {
    std::vector<double> all(static_cast<std::size_t>(head.keys));
    double counted = 0, apart = 0;
    const auto bits = [](double share) { return share > 0 ? -share * std::log2(share) : 0.0; };
    for (const Size q : queries) {
        double sum = 0;
        for (Size k = 0; k < head.keys; ++k) sum += head.sees(q, k) ? head.at(q, k) : 0;
        if (std::isnan(sum)) return std::nullopt;
        if (!(sum > 0)) continue;
        ++counted;
        for (Size k = 0; k < head.keys; ++k) {
            const double share = head.sees(q, k) ? head.at(q, k) / sum : 0;
            all[static_cast<std::size_t>(k)] += share;
            apart += bits(share);
        }
    }
    if (counted == 0) return std::nullopt;
    double together = 0;
    for (const double share : all) together += bits(share / counted);
    return together - apart / counted;
}

bool weights_alike(double a, double b) {
    constexpr double rounding = 1e-5, least_told = 1e-3, last_decimal = 1e-4;
    const double apart = std::abs(a - b), larger = std::max(std::abs(a), std::abs(b));
    if (!(apart <= least_told * larger)) return false;
    return apart <= rounding * larger || std::round(a / last_decimal) == std::round(b / last_decimal);
}

std::vector<Size> keys_of_most_weight(const HeadWeights& head, Size query) {
    double most = 0;
    for (Size k = 0; k < head.keys; ++k) {
        if (head.at(query, k) > most) most = head.at(query, k);
    }
    std::vector<Size> keys;
    for (Size k = 0; most > 0 && k < head.keys; ++k) {
        if (weights_alike(head.at(query, k), most)) keys.push_back(k);
    }
    return keys;
}

std::vector<Size> heaviest_keys(const HeadWeights& head, Size query, double share) {
    std::vector<Size> keys(static_cast<std::size_t>(head.keys));
    std::iota(keys.begin(), keys.end(), Size{0});
    std::erase_if(keys, [&](Size k) { return !(head.at(query, k) > 0); });
    std::stable_sort(keys.begin(), keys.end(), [&](Size a, Size b) { return head.at(query, a) > head.at(query, b); });
    double all = 0, drawn = 0;
    for (const Size k : keys) all += head.at(query, k);
    std::size_t count = 0;
    while (count < keys.size() && drawn < share * all) drawn += head.at(query, keys[count++]);
    keys.resize(count);
    return keys;
}

}  // namespace vitrine
