#include "core/explain/attention_reading.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>

#include "core/explain/head_cells.h"
#include "core/tensor/parallel.h"

namespace vitrine {

namespace {

/// Calls visit(query) for every query of a head, in parallel where that pays.
template <class Visit>
void for_each_query(const HeadWeights& head, Visit&& visit) {
    parallel_for(head.queries, 4 * head.queries * head.keys, visit);
}

}  // namespace

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

namespace {

using RowEntropies = std::vector<std::optional<RowEntropy>>;

/// The entropies of all queries.
RowEntropies row_entropies(const HeadWeights& head) {
    RowEntropies rows(static_cast<std::size_t>(head.queries));
    for_each_query(head, [&](Size q) { rows[static_cast<std::size_t>(q)] = row_entropy(head, q); });
    return rows;
}

std::optional<RowEntropy> mean_of(const RowEntropies& rows, const HeadWeights& head) {
    RowEntropy sum;
    double count = 0;
    for (std::size_t q = 0; q < rows.size(); ++q) {
        if (!head.words[q] || !rows[q]) continue;
        sum.entropy += rows[q]->entropy, sum.highest += rows[q]->highest;
        ++count;
    }
    if (count == 0) return std::nullopt;
    return RowEntropy{sum.entropy / count, sum.highest / count};
}

}  // namespace

std::optional<RowEntropy> mean_entropy(const HeadWeights& head) { return mean_of(row_entropies(head), head); }

std::span<const AttentionPattern> patterns_of(AttentionKind kind) {
    using enum AttentionPattern;
    static constexpr AttentionPattern within[] = {diagonal, previous, next, first, last, duplicate, induction, uniform};
    static constexpr AttentionPattern between[] = {diagonal, previous, next, first, last, alignment, uniform};
    static constexpr AttentionPattern of_vectors[] = {uniform};
    if (kind == AttentionKind::cross) return between;
    if (kind == AttentionKind::alone) return of_vectors;
    return within;
}

namespace {

/// Data that all patterns need, computed once.
struct Choosing {
    const HeadWeights& head;
    RowEntropies rows;
    std::vector<double> shares;  ///< [query]: the uniform weight of each allowed key
    std::vector<Size> queries;   ///< the queries that choose
    Size last_key = -1;          ///< the last key that any of them may attend to

    explicit Choosing(const HeadWeights& of) : head(of), rows(row_entropies(of)), shares(rows.size()) {
        std::vector<std::uint8_t> choose(rows.size());
        for_each_query(head, [&](Size q) {
            const Size choices = head.choices(q);
            shares[static_cast<std::size_t>(q)] = 1 / static_cast<double>(std::max<Size>(1, choices));
            choose[static_cast<std::size_t>(q)] = head.words[static_cast<std::size_t>(q)] && choices > 1;
        });
        for (Size q = 0; q < head.queries; ++q) {
            if (!choose[static_cast<std::size_t>(q)]) continue;
            queries.push_back(q);
            for (Size k = last_key + 1; k < head.keys; ++k) {
                if (head.sees(q, k)) last_key = k;
            }
        }
    }
    double count() const { return static_cast<double>(queries.size()); }

    /// The recorded weight, and the uniform weight.
    double own(Size q, Size k) const { return head.at(q, k); }
    double evened(Size q, Size k) const { return head.sees(q, k) ? shares[static_cast<std::size_t>(q)] : 0; }
};

/// The key that a pattern expects for a query; it may be outside of the sentence.
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

/// The keys that a pattern of repeated tokens expects for a query: the earlier positions of its token, or the positions right
/// after them.
std::vector<Size> keys_behind_repeats(AttentionPattern pattern, const HeadWeights& head, Size query) {
    const Size behind = pattern == AttentionPattern::induction ? 1 : 0;
    std::vector<Size> keys;
    if (head.tokens.empty()) return keys;
    for (Size place = 0; place + behind < query; ++place) {
        if (head.tokens[static_cast<std::size_t>(place)] == head.tokens[static_cast<std::size_t>(query)])
            keys.push_back(place + behind);
    }
    return keys;
}

std::vector<Size> keys_of(AttentionPattern pattern, const Choosing& choosing, Size query) {
    if (pattern == AttentionPattern::duplicate || pattern == AttentionPattern::induction)
        return keys_behind_repeats(pattern, choosing.head, query);
    return {key_of(pattern, query, choosing.last_key)};
}

using WeightOf = double (Choosing::*)(Size, Size) const;

template <WeightOf weight>
std::optional<double> weight_on_keys(AttentionPattern pattern, const Choosing& choosing) {
    const HeadWeights& head = choosing.head;
    double sum = 0, seeing = 0;
    for (const Size q : choosing.queries) {
        std::vector<Size> keys = keys_of(pattern, choosing, q);
        std::erase_if(keys, [&](Size key) { return key < 0 || key >= head.keys || !head.sees(q, key); });
        for (const Size key : keys) sum += (choosing.*weight)(q, key);
        seeing += keys.empty() ? 0 : 1;
    }
    if (seeing == 0 || seeing < choosing.count() / 2) return std::nullopt;
    return sum / seeing;
}

template <WeightOf weight>
double weight_along_chain(const Choosing& choosing) {
    const auto keys = static_cast<std::size_t>(choosing.last_key + 1);
    std::vector<double> best(keys + 1, 0.0);  // best[k]: the heaviest chain over the queries so far and the keys before k
    for (const Size q : choosing.queries) {
        double before = 0;
        for (std::size_t k = 0; k < keys; ++k) {
            const double paired = before + (choosing.*weight)(q, static_cast<Size>(k));
            before = best[k + 1];
            best[k + 1] = std::max({best[k], best[k + 1], paired});
        }
    }
    return best.back() / std::min(choosing.count(), static_cast<double>(keys));
}

double evenness(const Choosing& choosing) {
    double sum = 0;
    for (const Size q : choosing.queries) {
        const auto& row = choosing.rows[static_cast<std::size_t>(q)];
        sum += row->entropy / row->highest;
    }
    return sum / choosing.count();
}

/// The likeness to any pattern but `uniform`.
template <WeightOf weight>
std::optional<double> plain_likeness(AttentionPattern pattern, const Choosing& choosing) {
    if (pattern == AttentionPattern::alignment) return weight_along_chain<weight>(choosing);
    return weight_on_keys<weight>(pattern, choosing);
}

std::optional<Likeness> likeness(AttentionPattern pattern, const Choosing& choosing) {
    if (choosing.queries.empty()) return std::nullopt;
    // The chance level of `uniform` is 1.
    if (pattern == AttentionPattern::uniform) return Likeness{evenness(choosing), 1};
    const auto value = plain_likeness<&Choosing::own>(pattern, choosing);
    if (!value) return std::nullopt;
    return Likeness{*value, *plain_likeness<&Choosing::evened>(pattern, choosing)};
}

/// Whether an allowed weight of a query that is not padding is NaN.
bool has_nan(const HeadWeights& head) {
    std::atomic<bool> found = false;
    for_each_query(head, [&](Size q) {
        if (!head.words[static_cast<std::size_t>(q)]) return;
        for (Size k = 0; k < head.keys; ++k) {
            if (head.sees(q, k) && std::isnan(head.at(q, k))) found = true;
        }
    });
    return found;
}

/// Whether the allowed weights of some query that is not padding cannot be shares of 1: one is infinite or negative, or they add
/// up to more than 1, beyond rounding.
bool has_no_share(const HeadWeights& head) {
    constexpr double most = 1 + 1e-4;
    std::atomic<bool> found = false;
    for_each_query(head, [&](Size q) {
        if (!head.words[static_cast<std::size_t>(q)]) return;
        double sum = 0;
        for (Size k = 0; k < head.keys; ++k) {
            if (!head.sees(q, k)) continue;
            if (!(head.at(q, k) >= 0)) found = true;
            sum += head.at(q, k);
        }
        if (!(sum <= most)) found = true;
    });
    return found;
}

/// The pattern with the highest value, the first of equal ones.
std::optional<AttentionPattern> highest_of(const HeadReading& reading, std::span<const AttentionPattern> patterns) {
    std::optional<AttentionPattern> highest;
    for (const AttentionPattern pattern : patterns) {
        const auto& like = reading.of(pattern);
        if (like && (!highest || like->value > reading.of(*highest)->value)) highest = pattern;
    }
    return highest;
}

bool is_clear(const HeadReading& reading, AttentionPattern pattern) {
    const Likeness& like = *reading.of(pattern);
    if (pattern == AttentionPattern::uniform) return like.value >= clearly_uniform;
    return like.value > clear_pattern && like.value > like.chance;
}

std::optional<AttentionPattern> kind_of(const HeadReading& reading) {
    using enum AttentionPattern;
    if (reading.highest == alignment) {
        static constexpr AttentionPattern alignments[] = {diagonal, previous, next};
        const auto special = highest_of(reading, alignments);
        if (special && is_clear(reading, *special)) return special;
    }
    return reading.highest && is_clear(reading, *reading.highest) ? reading.highest : std::nullopt;
}

}  // namespace

std::optional<Likeness> likeness(AttentionPattern pattern, const HeadWeights& head) { return likeness(pattern, Choosing(head)); }

HeadReading read_head(const HeadWeights& head, AttentionKind kind) {
    HeadReading reading;
    reading.has_nan = has_nan(head);
    reading.no_shares = reading.has_nan || has_no_share(head);
    if (reading.no_shares) return reading;
    const Choosing choosing(head);
    reading.mean = mean_of(choosing.rows, head);
    for (const AttentionPattern pattern : patterns_of(kind))
        reading.likeness[static_cast<std::size_t>(pattern)] = likeness(pattern, choosing);
    reading.highest = highest_of(reading, patterns_of(kind));
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
