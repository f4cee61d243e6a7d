#pragma once
/// Describes one attention head by numbers: the entropy of its weights and its likeness to known patterns, computed from the
/// recorded weights by the definitions below.

#include <array>
#include <cstdint>
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

/// Known patterns of heads (Voita et al. 2019, section 4; Clark et al. 2019, section 3; for the last two Olsson et al. 2022 and
/// Wang et al. 2022, section 3). q and k count from 0. Means are over the queries that choose (see HeadWeights) and may attend to
/// the key or to one of the keys in question.
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

/// The likeness to a pattern, 0 … 1, and the likeness that uniform weights under the same mask have.
struct Likeness {
    double value = 0, chance = 0;
};

/// Empty where the pattern does not apply: no query chooses, or fewer than half of the queries that do may attend to the
/// pattern's key, as with `next` under a causal mask. The alignment is computed like Needleman and Wunsch's, without gap penalty,
/// and divided by the length of the shorter sentence. It is meant for pairs of sentences.
std::optional<Likeness> likeness(AttentionPattern pattern, const HeadWeights& head);

/// The patterns that apply to a kind of attention: alignment only to cross-attention; duplicate and induction only within a
/// sentence; and only `uniform` to one attention alone, whose vectors have no positions in a sentence.
std::span<const AttentionPattern> patterns_of(AttentionKind kind);

struct HeadReading {
    std::optional<RowEntropy> mean;
    std::array<std::optional<Likeness>, pattern_count> likeness{};  ///< by pattern; empty also if it does not apply
    std::optional<AttentionPattern> highest;                        ///< the pattern with the highest value, the first of equal ones
    std::optional<AttentionPattern> kind;                           ///< empty: no clear kind
    bool has_nan = false;    ///< an allowed weight of a token is NaN; then nothing else is set
    bool no_shares = false;  ///< the allowed weights of some token are not shares of 1; then nothing else but has_nan is set

    const std::optional<Likeness>& of(AttentionPattern pattern) const { return likeness[static_cast<std::size_t>(pattern)]; }

    /// The evenness of the head: the mean over all choosing queries of entropy / maximum entropy, where the maximum is ln of the
    /// number of allowed keys. 0: each query attends to one key; 1: to all allowed keys equally. The same measure ranks heads by
    /// evenness and defines `uniform`, so the two agree at any sentence length. Empty if no query chooses.
    std::optional<double> evenness() const {
        const auto& like = of(AttentionPattern::uniform);
        return like ? std::optional(like->value) : std::nullopt;
    }
};

/// A head's kind is the pattern with the highest value, `uniform` included, provided that it is clear: a value above clear_pattern
/// and above chance; of `uniform`, at least clearly_uniform. Otherwise the head has no clear kind. Where `alignment` is the highest
/// but one of `diagonal`, `previous` and `next` is clear, that is the kind, since each of them is a special alignment.
constexpr double clear_pattern = 0.5, clearly_uniform = 0.9;
HeadReading read_head(const HeadWeights& head, AttentionKind kind);

/// The fewest keys that together hold a share (0 … 1) of the query's weight, by descending weight, ties in order. Excludes keys of
/// weight 0.
std::vector<Size> heaviest_keys(const HeadWeights& head, Size query, double share);

}  // namespace vitrine
