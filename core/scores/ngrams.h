#pragma once
/// How often each run of n pieces occurs in a text: what measures of translations count.

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace vitrine {

/// Each run by its bytes.
using NgramCounts = std::unordered_map<std::string_view, std::int64_t>;

/// Every run of n ≥ 1 pieces, as often as it is there. The pieces are parts of one text, in its order and always with the same
/// between them; the counts refer to that text.
NgramCounts count_ngrams(const std::vector<std::string_view>& pieces, std::size_t n);

/// How many there are, each as often as it occurs.
std::int64_t total(const NgramCounts& counts);

/// How many of them the others have too, each at most as often as it occurs there.
std::int64_t matches(const NgramCounts& counts, const NgramCounts& others);

}  // namespace vitrine
