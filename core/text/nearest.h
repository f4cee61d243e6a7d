#pragma once
/// Suggestions for unknown names.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace vitrine {

/// The smallest number of characters to insert, remove, replace or swap with the next one (Damerau 1964; no character is changed
/// twice).
std::size_t edit_distance(std::string_view from, std::string_view to);

/// Up to `count` candidates, the most similar first: few characters have to change, and the beginning counts most.
std::vector<std::string> nearest(std::string_view name, const std::vector<std::string>& candidates, std::size_t count = 3);

/// The candidates that the name may have been meant for: at most two characters differ, or both have the same first three
/// characters.
std::vector<std::string> similar(std::string_view name, const std::vector<std::string>& candidates);

/// "; did you mean 'a', 'b' or 'c'?"; empty without names.
std::string did_you_mean(const std::vector<std::string>& names);

/// The same with the nearest candidates.
std::string did_you_mean(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace vitrine
