#pragma once
/// What the heads of a run look at, over all sentences of its batch: the mean weight that a query gives to a kind of key.

#include <vector>

#include "core/explain/attention_place.h"

namespace vitrine {

enum class HeadReadingKind : std::uint8_t {
    self,       ///< its own position
    previous,   ///< the position before it
    next,       ///< the position behind it, also where a mask hides that
    first,      ///< position 0, of later queries
    duplicate,  ///< earlier positions with the same token
    induction,  ///< positions behind an earlier one with the same token, up to its own (Olsson et al. 2022)
    diagonal,   ///< of cross-attention: the same position of the source
    entropy,    ///< of the weights, in nats
};
inline constexpr std::size_t head_reading_kinds = 8;

/// "self", "previous", …
std::string_view name(HeadReadingKind kind);

/// One kind of reading of all heads of an attention.
struct MeanReading {
    HeadReadingKind kind{};
    Size queries = 0;           ///< n: how many queries have such a key. Padding neither asks nor answers.
    double chance = 0;          ///< what weights that are equal on all allowed keys would give
    std::vector<double> heads;  ///< [head]; empty if no query has such a key
};

struct AttentionMeans {
    AttentionPlace attention;
    std::vector<MeanReading> readings;  ///< the kinds that this kind of attention has, in their order
};

/// All attentions of a Transformer, in order of computation.
std::vector<AttentionPlace> attentions_of(const Configuration& configuration);

/// The readings of all attentions of a run, in order of computation.
std::vector<AttentionMeans> read_heads(const Configuration& configuration, const Activations& run);

}  // namespace vitrine
