#pragma once
/// Describes one attention head by numbers: the entropy of its weights and its likeness to known patterns, computed from the
/// recorded weights by the definitions below.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/explain/attention_place.h"

namespace vitrine {

/// The weights of one head in one sentence.
struct HeadWeights {
    Size queries = 0, keys = 0;
    std::vector<double> weight;         // [query, key]
    std::vector<std::uint8_t> allowed;  // [query, key]: 1 = the mask allows the pair
    std::vector<std::uint8_t> words;    // [query]: 1 = a token, 0 = padding, which all means below exclude
    std::vector<std::int32_t> tokens;   // [query]; empty where nothing is known of them

    std::size_t cell(Size query, Size key) const { return static_cast<std::size_t>(query * keys + key); }
    double at(Size query, Size key) const { return weight[cell(query, key)]; }
    bool sees(Size query, Size key) const { return allowed[cell(query, key)] != 0; }

    /// The number of keys that the query may attend to.
    Size choices(Size query) const;

    /// Whether the query counts in the likeness to patterns: it is not padding, and may attend to at least two keys.
    bool chooses(Size query) const { return words[static_cast<std::size_t>(query)] && choices(query) > 1; }
};

/// The tokens of the query axis, and their padding id.
struct QueryTokens {
    const IndexTensor& tokens;  // [B, q]
    std::int32_t pad;
};

/// Reads the weights after the softmax and before dropout.
HeadWeights head_weights(const AttentionActivations& attention, const HeadPlace& place, const QueryTokens& asking);

/// The entropy of one query's weights: H = −Σ w ln w over the allowed keys, in nats, where w are shares of the row's sum, which is
/// 1 unless the mask comes after the softmax or a weight was set by hand. It ranges from 0 (all weight on one key) to ln n (equal
/// weights on n keys). Empty if no key is allowed.
struct RowEntropy {
    double entropy = 0;
    double highest = 0;  ///< ln n
};
std::optional<RowEntropy> row_entropy(const HeadWeights& head, Size query);

/// The means of both over all queries that are not padding and have an allowed key; empty if there is no such query.
std::optional<RowEntropy> mean_entropy(const HeadWeights& head);

/// How much the key that a head attends to tells of the query, in bits: the mutual information of both, where each of these queries
/// is equally likely and its weights are the probabilities of the keys. 0: all attend alike; log2 of the number of queries: each to
/// keys of its own. Queries without an allowed key do not count; empty if none is left, or where a weight is NaN.
std::optional<double> mutual_information(const HeadWeights& head, std::span<const Size> queries);

/// Whether two weights are alike, so that neither may be called the larger: they differ by no more than a softmax's rounding, one
/// part in 100 000, or by less than one in 1000 and have the same four decimals, which is all that the screen shows of them. NaN is
/// like nothing.
bool weights_alike(double a, double b);

/// The keys with the largest weight of a query: the heaviest one and all that are alike, ascending. Empty where no weight is above
/// 0.
std::vector<Size> keys_of_most_weight(const HeadWeights& head, Size query);

/// Known patterns of heads (Voita et al. 2019, section 4; Clark et al. 2019, section 3; for the last two Olsson et al. 2022 and
/// Wang et al. 2022, section 3). q and k count from 0. Means are over the queries that count for the pattern: those that choose
/// (see HeadWeights) and may attend to the key or to one of the keys in question. So the last two are measured as in these papers,
/// over the tokens that stand there again, however few of a sentence's these are.
enum class AttentionPattern : std::uint8_t {
    diagonal,   ///< mean weight on k = q
    previous,   ///< mean weight on k = q − 1
    next,       ///< mean weight on k = q + 1
    first,      ///< mean weight on k = 0
    last,       ///< mean weight on the last key that any of the queries may attend to
    alignment,  ///< mean weight along the heaviest monotonic chain of pairs (q, k), in which no query or key occurs twice
    uniform,    ///< mean of entropy / maximum entropy
    duplicate,  ///< mean weight on all keys k < q with the token of q
    induction,  ///< mean weight on all keys k < q with the token of q at k − 1
};
constexpr std::size_t pattern_count = 9;

/// "previous token": a pattern in a word or two.
const char* pattern_name(AttentionPattern pattern);

/// The likeness to a pattern, 0 … 1, the likeness that uniform weights under the same mask have, and the number of queries that
/// count for it, of which both are means.
struct Likeness {
    double value = 0, chance = 0;
    Size queries = 0;
};

/// Empty where no query counts for the pattern, as for `next` under a causal mask. The alignment is computed like Needleman and
/// Wunsch's, without gap penalty, and divided by the length of the shorter sentence; all queries that choose count for it. It is
/// meant for pairs of sentences.
std::optional<Likeness> likeness(AttentionPattern pattern, const HeadWeights& head);

/// The patterns that apply to a kind of attention: alignment only to cross-attention; duplicate and induction only within a
/// sentence; and only `uniform` to one attention alone, whose vectors have no positions in a sentence.
std::span<const AttentionPattern> patterns_of(AttentionKind kind);

/// Whether a pattern is of tokens that stand there again: duplicate and induction.
constexpr bool is_of_repeats(AttentionPattern pattern) {
    return pattern == AttentionPattern::duplicate || pattern == AttentionPattern::induction;
}

struct HeadReading {
    std::optional<RowEntropy> mean;
    std::array<std::optional<Likeness>, pattern_count> likeness{};  ///< by pattern; empty also if it does not apply
    Size queries = 0;                                               ///< the queries that choose
    std::optional<AttentionPattern> highest;                        ///< see below; the first of equal ones
    std::optional<AttentionPattern> kind;                           ///< empty: no clear kind
    bool has_nan = false;    ///< an allowed weight of a token is NaN; then nothing else is set
    bool no_shares = false;  ///< the allowed weights of some token are not shares of 1; then nothing else but has_nan is set

    const std::optional<Likeness>& of(AttentionPattern pattern) const { return likeness[static_cast<std::size_t>(pattern)]; }

    /// Whether enough queries count for a pattern to call the head after it: least_queries and, unless it is of repeated tokens, at
    /// least half of those that choose. Two tokens that look where a pattern says may do so by accident.
    bool has_enough(AttentionPattern pattern) const;

    /// The evenness of the head: the mean over all choosing queries of entropy / maximum entropy, where the maximum is ln of the
    /// number of allowed keys. 0: each query attends to one key; 1: to all allowed keys equally. The same measure ranks heads by
    /// evenness and defines `uniform`, so the two agree at any sentence length. Empty if no query chooses.
    std::optional<double> evenness() const {
        const auto& like = of(AttentionPattern::uniform);
        return like ? std::optional(like->value) : std::nullopt;
    }
};

/// `highest` is the pattern with the highest value of those for which enough queries count or, where there is none, of all. It is
/// the head's kind, `uniform` included, provided that enough queries count for it and that it is clear: a value above clear_pattern
/// and above chance; of `uniform`, at least clearly_uniform. Otherwise the head has no clear kind. A simpler kind comes first where
/// it is clear, too, and says the same: of `alignment` any of `diagonal`, `previous` and `next`, each of which is a special
/// alignment; of `duplicate` and `induction` a pattern of places, `diagonal` to `last`, that holds more than half of the weight
/// also at the very queries that count for them, as `previous` does in "a b a b a b".
constexpr double clear_pattern = 0.5, clearly_uniform = 0.9;
constexpr Size least_queries = 3;
HeadReading read_head(const HeadWeights& head, AttentionKind kind);

/// What the queries that count for a pattern add up to.
struct PatternSum {
    double own = 0, evened = 0;  ///< of the recorded weights, and of uniform ones
    double whole = 0;            ///< what both are shares of
    Size queries = 0;
};

/// Reads one head in several sentences as if all of their queries were of one. Sentences with weights that are NaN or no shares of
/// 1 are left out, unless there are no others.
class HeadTally {
public:
    explicit HeadTally(AttentionKind kind) : kind_(kind) {}

    void add(const HeadWeights& sentence);
    HeadReading reading() const;

private:
    static constexpr std::size_t places = 5;  // patterns of places, from `diagonal` to `last`

    std::optional<AttentionPattern> kind_of(const HeadReading& reading) const;

    AttentionKind kind_;
    std::array<PatternSum, pattern_count> sums_{};
    std::array<std::array<double, places>, pattern_count> at_repeats_{};  // [duplicate or induction][place]: weight of its queries
    RowEntropy entropy_{};
    Size rows_ = 0, queries_ = 0, sentences_ = 0;
    bool has_nan_ = false, no_shares_ = false;
};

/// The fewest keys that together hold a share (0 … 1) of the query's weight, by descending weight, ties in order. Excludes keys of
/// weight 0.
std::vector<Size> heaviest_keys(const HeadWeights& head, Size query, double share);

}  // namespace vitrine
