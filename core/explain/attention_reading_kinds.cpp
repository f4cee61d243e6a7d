/// How like a head is to known patterns, and which kind of head that makes it.

#include <algorithm>
#include <atomic>
#include <cmath>

#include "core/explain/attention_reading.h"
#include "core/explain/attention_reading_queries.h"

namespace vitrine {

const char* pattern_name(AttentionPattern pattern) {
    static constexpr const char* names[] = {"diagonal",  "previous token", "next token",      "first token", "last token",
                                            "alignment", "uniform",        "duplicate token", "induction"};
    return names[static_cast<std::size_t>(pattern)];
}

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

constexpr AttentionPattern patterns_of_places[] = {AttentionPattern::diagonal, AttentionPattern::previous, AttentionPattern::next,
                                                   AttentionPattern::first, AttentionPattern::last};

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
    Size count() const { return static_cast<Size>(queries.size()); }
    bool has(Size q, Size key) const { return key >= 0 && key < head.keys && head.sees(q, key); }

    /// The recorded weight, and the uniform weight.
    double own(Size q, Size k) const { return head.at(q, k); }
    double evened(Size q, Size k) const { return head.sees(q, k) ? shares[static_cast<std::size_t>(q)] : 0; }
};

/// The key that a pattern of places expects for a query; it may be outside of the sentence.
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

/// The keys that a pattern of repeated tokens expects for a query: where its token stood before, or one place behind that.
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

/// The keys of a pattern that a query may attend to; none: the query does not count for it.
std::vector<Size> keys_of(AttentionPattern pattern, const Choosing& choosing, Size query) {
    std::vector<Size> keys;
    if (is_of_repeats(pattern)) {
        keys = keys_behind_repeats(pattern, choosing.head, query);
    } else {
        keys = {key_of(pattern, query, choosing.last_key)};
    }
    std::erase_if(keys, [&](Size key) { return !choosing.has(query, key); });
    return keys;
}

PatternSum weight_on_keys(AttentionPattern pattern, const Choosing& choosing) {
    PatternSum sum;
    for (const Size q : choosing.queries) {
        const std::vector<Size> keys = keys_of(pattern, choosing, q);
        for (const Size key : keys) sum.own += choosing.own(q, key), sum.evened += choosing.evened(q, key);
        sum.queries += keys.empty() ? 0 : 1;
    }
    sum.whole = static_cast<double>(sum.queries);
    return sum;
}

using WeightOf = double (Choosing::*)(Size, Size) const;

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
    return best.back();
}

double sum_of_evenness(const Choosing& choosing) {
    double sum = 0;
    for (const Size q : choosing.queries) {
        const auto& row = choosing.rows[static_cast<std::size_t>(q)];
        sum += row->entropy / row->highest;
    }
    return sum;
}

PatternSum sum_of(AttentionPattern pattern, const Choosing& choosing) {
    const auto count = static_cast<double>(choosing.count());
    switch (pattern) {
        case AttentionPattern::uniform:
            return {sum_of_evenness(choosing), count, count, choosing.count()};
        case AttentionPattern::alignment:
            return {weight_along_chain<&Choosing::own>(choosing), weight_along_chain<&Choosing::evened>(choosing),
                    std::min(count, static_cast<double>(choosing.last_key + 1)), choosing.count()};
        default:
            return weight_on_keys(pattern, choosing);
    }
}

std::optional<Likeness> likeness_of(const PatternSum& sum) {
    if (sum.queries == 0) return std::nullopt;
    return Likeness{sum.own / sum.whole, sum.evened / sum.whole, sum.queries};
}

/// Whether an allowed weight of a query that is no padding is NaN.
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

/// Whether the allowed weights of a query that is no padding are no shares of 1: one is infinite or negative, or their sum is more
/// than 1, by more than rounding.
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

/// The pattern with the highest value among those for which is_meant(pattern), the first of equal ones.
template <class IsMeant>
std::optional<AttentionPattern> highest_of(const HeadReading& reading, std::span<const AttentionPattern> patterns,
                                           IsMeant&& is_meant) {
    std::optional<AttentionPattern> highest;
    for (const AttentionPattern pattern : patterns) {
        const auto& like = reading.of(pattern);
        if (like && is_meant(pattern) && (!highest || like->value > reading.of(*highest)->value)) highest = pattern;
    }
    return highest;
}

std::optional<AttentionPattern> highest_of(const HeadReading& reading, std::span<const AttentionPattern> patterns) {
    const auto highest = highest_of(reading, patterns, [&](AttentionPattern pattern) { return reading.has_enough(pattern); });
    return highest ? highest : highest_of(reading, patterns, [](AttentionPattern) { return true; });
}

bool is_clear(const HeadReading& reading, AttentionPattern pattern) {
    const auto& like = reading.of(pattern);
    if (!like || !reading.has_enough(pattern)) return false;
    if (pattern == AttentionPattern::uniform) return like->value >= clearly_uniform;
    return like->value > clear_pattern && like->value > like->chance;
}

}  // namespace

bool HeadReading::has_enough(AttentionPattern pattern) const {
    const auto& like = of(pattern);
    return like && like->queries >= least_queries && (is_of_repeats(pattern) || 2 * like->queries >= queries);
}

std::optional<Likeness> likeness(AttentionPattern pattern, const HeadWeights& head) {
    return likeness_of(sum_of(pattern, Choosing(head)));
}

void HeadTally::add(const HeadWeights& sentence) {
    const bool nan = has_nan(sentence);
    if (nan || has_no_share(sentence)) {
        has_nan_ = has_nan_ || nan, no_shares_ = true;
        return;
    }
    const Choosing choosing(sentence);
    ++sentences_;
    queries_ += choosing.count();
    rows_ += add_entropies(choosing.rows, sentence, entropy_);
    for (const AttentionPattern pattern : patterns_of(kind_)) {
        const auto at = static_cast<std::size_t>(pattern);
        const PatternSum here = sum_of(pattern, choosing);
        PatternSum& sum = sums_[at];
        sum.own += here.own, sum.evened += here.evened, sum.whole += here.whole, sum.queries += here.queries;
        if (!is_of_repeats(pattern)) continue;
        for (const Size q : choosing.queries) {
            if (keys_of(pattern, choosing, q).empty()) continue;
            for (std::size_t place = 0; place < places; ++place) {
                const Size key = key_of(patterns_of_places[place], q, choosing.last_key);
                if (choosing.has(q, key)) at_repeats_[at][place] += choosing.own(q, key);
            }
        }
    }
}

HeadReading HeadTally::reading() const {
    HeadReading reading;
    if (sentences_ == 0) {
        reading.has_nan = has_nan_, reading.no_shares = no_shares_;
        return reading;
    }
    const auto rows = static_cast<double>(rows_);
    if (rows_ > 0) reading.mean = RowEntropy{entropy_.entropy / rows, entropy_.highest / rows};
    reading.queries = queries_;
    for (const AttentionPattern pattern : patterns_of(kind_)) {
        const auto at = static_cast<std::size_t>(pattern);
        reading.likeness[at] = likeness_of(sums_[at]);
    }
    reading.highest = highest_of(reading, patterns_of(kind_));
    reading.kind = kind_of(reading);
    return reading;
}

std::optional<AttentionPattern> HeadTally::kind_of(const HeadReading& reading) const {
    using enum AttentionPattern;
    if (reading.highest == alignment) {
        static constexpr AttentionPattern alignments[] = {diagonal, previous, next};
        const auto special = highest_of(reading, alignments, [&](AttentionPattern pattern) { return is_clear(reading, pattern); });
        if (special) return special;
    }
    if (!reading.highest || !is_clear(reading, *reading.highest)) return std::nullopt;
    if (!is_of_repeats(*reading.highest)) return reading.highest;
    const auto at = static_cast<std::size_t>(*reading.highest);
    const auto place = highest_of(reading, patterns_of_places, [&](AttentionPattern pattern) {
        const double held = at_repeats_[at][static_cast<std::size_t>(pattern)] / sums_[at].whole;
        return is_clear(reading, pattern) && held > clear_pattern;
    });
    return place ? place : reading.highest;
}

HeadReading read_head(const HeadWeights& head, AttentionKind kind) {
    HeadTally tally(kind);
    tally.add(head);
    return tally.reading();
}

}  // namespace vitrine
