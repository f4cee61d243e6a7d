#pragma once
/// Suggestions for unknown names.

#include <string>
#include <string_view>
#include <vector>

namespace vitrine {

/// Up to `count` of the candidates, the most similar first: by the number of characters to change, beginnings counting most.
std::vector<std::string> nearest(std::string_view name, const std::vector<std::string>& candidates, std::size_t count = 3);

/// "; did you mean 'a', 'b' or 'c'?"; empty without candidates.
std::string did_you_mean(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace vitrine
