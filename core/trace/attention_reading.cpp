#include "core/trace/attention_reading.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace vitrine {

Size HeadWeights::choices(Size query) const {
    const auto row = allowed.begin() + static_cast<std::ptrdiff_t>(cell(query, 0));
    return std::count_if(row, row + static_cast<std::ptrdiff_t>(keys), [](std::uint8_t one) { return one != 0; });
}

HeadWeights head_weights(const AttentionActivations& attention, const HeadPlace& place, const AskingTokens& asking) {
    const auto [sentence, head] = place;
    HeadWeights read{
        .queries = attention.weights.size(2), .keys = attention.weights.size(3), .weight = {}, .allowed = {}, .words = {}};
    for (Size q = 0; q < read.queries; ++q) {
        read.words.push_back(asking.tokens.at({sentence, q}) != asking.pad);
        for (Size k = 0; k < read.keys; ++k) {
            read.weight.push_back(static_cast<double>(attention.weights.at({sentence, head, q, k})));
            read.allowed.push_back(attention.mask.at({sentence, 0, q, k}) != 0);
        }
    }
    return read;
}

std::optional<RowEntropy> row_entropy(const HeadWeights& head, Size query) {
    const Size choices = head.choices(query);
    if (choices == 0) return std::nullopt;
    RowEntropy row{0, std::log(static_cast<double>(choices))};
    for (Size k = 0; k < head.keys; ++k) {
        const double weight = head.at(query, k);
        if (head.sees(query, k) && weight != 0) row.entropy -= weight * std::log(weight);
    }
    return row;
}

std::optional<RowEntropy> mean_entropy(const HeadWeights& head) {
    RowEntropy sum;
    double count = 0;
    for (Size q = 0; q < head.queries; ++q) {
        if (!head.words[static_cast<std::size_t>(q)]) continue;
        const auto row = row_entropy(head, q);
        if (!row) continue;
        sum.entropy += row->entropy, sum.highest += row->highest;
        ++count;
    }
    if (count == 0) return std::nullopt;
    return RowEntropy{sum.entropy / count, sum.highest / count};
}

std::span<const AttentionPattern> patterns_of(AttentionKind kind) {
    using enum AttentionPattern;
    static constexpr AttentionPattern within[] = {diagonal, previous, next, first, last, uniform};
    static constexpr AttentionPattern between[] = {diagonal, previous, next, first, last, alignment, uniform};
    if (kind == AttentionKind::cross) return between;
    return within;
}

namespace {

/// The queries that choose, found once for all patterns.
struct Choosing {
    std::vector<Size> queries;
    Size last_key = -1;  ///< the last that any of them may see

    explicit Choosing(const HeadWeights& head) {
        for (Size q = 0; q < head.queries; ++q) {
            if (!head.chooses(q)) continue;
            queries.push_back(q);
            for (Size k = last_key + 1; k < head.keys; ++k) {
                if (head.sees(q, k)) last_key = k;
            }
        }
    }
    double count() const { return static_cast<double>(queries.size()); }
};

/// The key a pattern puts all of a query's weight on; it may lie outside of the sentence.
Size key_of(AttentionPattern pattern, Size query, Size last) {
    switch (pattern) {
        case AttentionPattern::diagonal:
            return query;
        case AttentionPattern::previous:
            return query - 1;
        case AttentionPattern::next:
            return query + 1;
        case AttentionPattern::last:
            return last;
        default:
            return 0;
    }
}

std::optional<double> weight_on_key(AttentionPattern pattern, const HeadWeights& head, const Choosing& choosing) {
    double sum = 0, seeing = 0;
    for (const Size q : choosing.queries) {
        const Size key = key_of(pattern, q, choosing.last_key);
        if (key < 0 || key >= head.keys || !head.sees(q, key)) continue;
        sum += head.at(q, key);
        ++seeing;
    }
    if (seeing == 0 || seeing < choosing.count() / 2) return std::nullopt;
    return sum / seeing;
}

double weight_along_chain(const HeadWeights& head, const Choosing& choosing) {
    const auto keys = static_cast<std::size_t>(choosing.last_key + 1);
    std::vector<double> best(keys + 1, 0.0);  // over the queries so far and the keys before this one
    for (const Size q : choosing.queries) {
        double before = 0;
        for (std::size_t k = 0; k < keys; ++k) {
            const double paired = before + head.at(q, static_cast<Size>(k));
            before = best[k + 1];
            best[k + 1] = std::max({best[k], best[k + 1], paired});
        }
    }
    return best.back() / std::min(choosing.count(), static_cast<double>(keys));
}

double evenness(const HeadWeights& head, const Choosing& choosing) {
    double sum = 0;
    for (const Size q : choosing.queries) {
        const auto row = row_entropy(head, q);
        sum += row->entropy / row->highest;
    }
    return sum / choosing.count();
}

std::optional<double> plain_likeness(AttentionPattern pattern, const HeadWeights& head, const Choosing& choosing) {
    if (choosing.queries.empty()) return std::nullopt;
    if (pattern == AttentionPattern::alignment) return weight_along_chain(head, choosing);
    if (pattern == AttentionPattern::uniform) return evenness(head, choosing);
    return weight_on_key(pattern, head, choosing);
}

/// Every query's weight shared out equally among the keys it may see.
HeadWeights evened(HeadWeights head) {
    for (Size q = 0; q < head.queries; ++q) {
        const double share = 1 / static_cast<double>(std::max<Size>(1, head.choices(q)));
        for (Size k = 0; k < head.keys; ++k) head.weight[head.cell(q, k)] = head.sees(q, k) ? share : 0;
    }
    return head;
}

/// Among the weights that words give to what they may see.
bool has_nan(const HeadWeights& head) {
    for (Size q = 0; q < head.queries; ++q) {
        if (!head.words[static_cast<std::size_t>(q)]) continue;
        for (Size k = 0; k < head.keys; ++k) {
            if (head.sees(q, k) && std::isnan(head.at(q, k))) return true;
        }
    }
    return false;
}

std::optional<AttentionPattern> kind_of(const HeadReading& reading) {
    using enum AttentionPattern;
    std::optional<AttentionPattern> nearest;
    double highest = clear_pattern;
    const auto consider = [&](AttentionPattern pattern) {
        const auto& like = reading.of(pattern);
        if (!like || !(like->above_chance() >= highest) || (nearest && like->above_chance() == highest)) return;
        nearest = pattern, highest = like->above_chance();
    };
    for (const AttentionPattern pattern : {diagonal, previous, next, first, last}) consider(pattern);
    if (!nearest) consider(alignment);
    if (!nearest && reading.of(uniform) && reading.of(uniform)->value >= clearly_uniform) nearest = uniform;
    return nearest;
}

}  // namespace

std::optional<Likeness> likeness(AttentionPattern pattern, const HeadWeights& head) {
    const Choosing choosing(head);
    const auto value = plain_likeness(pattern, head, choosing);
    if (!value) return std::nullopt;
    return Likeness{*value, *plain_likeness(pattern, evened(head), choosing)};
}

HeadReading read_head(const HeadWeights& head, AttentionKind kind) {
    HeadReading reading;
    reading.has_nan = has_nan(head);
    if (reading.has_nan) return reading;
    reading.mean = mean_entropy(head);
    const Choosing choosing(head);
    const HeadWeights even = evened(head);
    for (const AttentionPattern pattern : patterns_of(kind)) {
        const auto value = plain_likeness(pattern, head, choosing);
        if (!value) continue;
        // Uniform weights are as uniform as can be: the one chance that need not be computed.
        const double chance = pattern == AttentionPattern::uniform ? 1 : *plain_likeness(pattern, even, choosing);
        reading.likeness[static_cast<std::size_t>(pattern)] = Likeness{*value, chance};
    }
    reading.kind = kind_of(reading);
    return reading;
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
