#pragma once
/// What one head's weights say about it: how evenly each word looks around, and which known pattern the head is like. All of it is
/// computed from the recorded weights by the definitions below; nothing is guessed from their picture.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/explain/attention_place.h"

namespace vitrine {

/// One head's weights on one sentence.
struct HeadWeights {
    Size queries = 0, keys = 0;
    std::vector<double> weight;         // [query, key]
    std::vector<std::uint8_t> allowed;  // [query, key]: 1 = the mask lets the query see the key
    std::vector<std::uint8_t> words;    // [query]: 1 = a word, 0 = padding, which no mean below counts

    std::size_t cell(Size query, Size key) const { return static_cast<std::size_t>(query * keys + key); }
    double at(Size query, Size key) const { return weight[cell(query, key)]; }
    bool sees(Size query, Size key) const { return allowed[cell(query, key)] != 0; }

    /// How many keys the query may see.
    Size choices(Size query) const;

    /// Counted in the likeness to patterns: a word that may see at least two keys. With one alone it has no choice.
    bool chooses(Size query) const { return words[static_cast<std::size_t>(query)] && choices(query) > 1; }
};

/// Who asks: the tokens of the query axis and the id that is padding among them.
struct AskingTokens {
    const IndexTensor& tokens;  // [B, q]
    std::int32_t pad;
};

/// The weights as softmax left them.
HeadWeights head_weights(const AttentionActivations& attention, const HeadPlace& place, const AskingTokens& asking);

/// How evenly one query looks around: H = −Σ w ln w over the keys it may see, in nats, from 0, one key alone, to ln n, all n keys
/// equally. Nothing where it may see no key.
struct RowEntropy {
    double entropy = 0;
    double highest = 0;  ///< ln n
};
std::optional<RowEntropy> row_entropy(const HeadWeights& head, Size query);

/// The mean of entropy and of its maximum over all words that may see a key; nothing where there is none.
std::optional<RowEntropy> mean_entropy(const HeadWeights& head);

/// What heads have been found to do (Voita et al. 2019, section 4; Clark et al. 2019, section 3). q and k count from 0; means are
/// over the queries that choose (see above) and may see the key in question.
enum class AttentionPattern : std::uint8_t {
    diagonal,   ///< mean weight on k = q
    previous,   ///< mean weight on k = q − 1
    next,       ///< mean weight on k = q + 1
    first,      ///< mean weight on k = 0
    last,       ///< mean weight on the last key that any of the queries may see
    alignment,  ///< mean weight along the heaviest chain of pairs that goes forward in queries and keys, no word used twice
    uniform,    ///< evenness: mean of entropy over its maximum
};
constexpr std::size_t pattern_count = 7;

/// How like a pattern a head is, 0 … 1, and what uniform weights under the same mask would give.
struct Likeness {
    double value = 0, chance = 0;

    /// 0 for uniform weights, 1 for the pure pattern.
    double above_chance() const { return chance < 1 ? (value - chance) / (1 - chance) : 0; }
};

/// Nothing where the pattern means nothing here: no query chooses, or fewer than half of those that do may see its key, as the next
/// one under a causal mask. The alignment is Needleman and Wunsch's, without a price for gaps, over as many pairs as the shorter of
/// the two sentences has words: it means something between two languages, not within one sentence.
std::optional<Likeness> likeness(AttentionPattern pattern, const HeadWeights& head);

/// The patterns a kind of attention is compared with: alignment between two sentences only.
std::span<const AttentionPattern> patterns_of(AttentionKind kind);

struct HeadReading {
    std::optional<RowEntropy> mean;
    std::array<std::optional<Likeness>, pattern_count> likeness{};  ///< by pattern; nothing also where it is not compared
    std::optional<AttentionPattern> kind;                           ///< nothing: no clear kind
    bool has_nan = false;  ///< a weight that one of its words may look with is NaN: then nothing above can be said

    const std::optional<Likeness>& of(AttentionPattern pattern) const { return likeness[static_cast<std::size_t>(pattern)]; }

    /// How evenly the head's words look around: the mean of every row's entropy over the highest that this row could have, ln of
    /// the number of keys it may see, over all words that may see at least two. From 0, each looks at one word alone, to 1, each
    /// looks at all it may see alike. One measure decides which heads are most even and sharpest and which are uniform, so that the
    /// two never disagree, whatever the length of the sentence. Nothing where no word has a choice.
    std::optional<double> evenness() const {
        const auto& like = of(AttentionPattern::uniform);
        return like ? std::optional(like->value) : std::nullopt;
    }
};

/// A head is of a kind where it is at least half the way from uniform weights to the pure pattern, and of all such it is the
/// nearest. An alignment is looked for only where no simpler pattern is: the diagonal and its neighbours are chains as well.
/// It is uniform where its evenness is at least nine tenths.
constexpr double clear_pattern = 0.5, clearly_uniform = 0.9;
HeadReading read_head(const HeadWeights& head, AttentionKind kind);

/// The keys of a query that hold a share (0 … 1) of all its weight, as few as do, the heaviest first, of equal ones the earlier.
/// Keys of weight 0 are never among them.
std::vector<Size> heaviest_keys(const HeadWeights& head, Size query, double share);

}  // namespace vitrine
