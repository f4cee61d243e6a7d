#pragma once
/// Suggestions for unknown names.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace vitrine {

/// The fewest characters to insert, remove, replace or swap with the next one (Damerau 1964; none is changed twice).
std::size_t edit_distance(std::string_view from, std::string_view to);

/// Up to `count` of the candidates, the most similar first: by the number of characters to change, beginnings counting most.
std::vector<std::string> nearest(std::string_view name, const std::vector<std::string>& candidates, std::size_t count = 3);

/// Of the candidates those that the name may have been meant for: at most two characters differ, or both begin with the same three.
std::vector<std::string> similar(std::string_view name, const std::vector<std::string>& candidates);

/// "; did you mean 'a', 'b' or 'c'?" of the nearest; empty without candidates.
std::string did_you_mean(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace vitrine
