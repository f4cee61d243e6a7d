#pragma once
/// Heads of attention made for a test: the weight of each pair of positions, and who sees whom.

#include <functional>
#include <optional>

#include <doctest/doctest.h>

#include "core/explain/attention_reading.h"

namespace vitrine::attention_reading_test {

using WeightAt = std::function<double(Size, Size)>;
using SeesAt = std::function<bool(Size, Size)>;

inline bool everything(Size, Size) { return true; }
inline bool causal(Size q, Size k) { return k <= q; }

/// A head whose queries are all words; a key that a query does not see has no weight.
inline HeadWeights head_of(Size queries, Size keys, const WeightAt& weight, const SeesAt& sees = everything) {
    HeadWeights head{.queries = queries, .keys = keys, .weight = {}, .allowed = {}, .words = {}, .tokens = {}};
    for (Size q = 0; q < queries; ++q) {
        head.words.push_back(1);
        for (Size k = 0; k < keys; ++k) {
            head.weight.push_back(sees(q, k) ? weight(q, k) : 0.0);
            head.allowed.push_back(sees(q, k));
        }
    }
    return head;
}

/// All of a query's weight on one key.
inline WeightAt one_at(const std::function<Size(Size)>& key_of) {
    return [key_of](Size q, Size k) { return k == key_of(q) ? 1.0 : 0.0; };
}

/// The likeness to a pattern for which some query counts, and below the one that uniform weights have.
inline double value(AttentionPattern pattern, const HeadWeights& head) {
    const auto like = likeness(pattern, head);
    REQUIRE(like);
    return like->value;
}

inline double chance(AttentionPattern pattern, const HeadWeights& head) {
    const auto like = likeness(pattern, head);
    REQUIRE(like);
    return like->chance;
}

inline std::optional<AttentionPattern> kind(const HeadWeights& head, AttentionKind of = AttentionKind::encoder_self) {
    return read_head(head, of).kind;
}

}  // namespace vitrine::attention_reading_test
