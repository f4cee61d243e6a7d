#pragma once
/// Counts n-grams.

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace vitrine {

/// The count of each n-gram, identified by its bytes.
using NgramCounts = std::unordered_map<std::string_view, std::int64_t>;

/// Counts all sequences of n consecutive pieces. The pieces are views into one text, in order, with equal separators; the counts
/// refer to that text. Requires: n ≥ 1.
NgramCounts count_ngrams(const std::vector<std::string_view>& pieces, std::size_t n);

/// The sum of all counts.
std::int64_t total(const NgramCounts& counts);

/// The sum over all n-grams of the smaller of both counts.
std::int64_t matches(const NgramCounts& counts, const NgramCounts& others);

}  // namespace vitrine
