#pragma once
/// Finds tensors by parts of their paths.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/state/state.h"

namespace vitrine {

/// The anchor of the search field.
inline constexpr const char* tensors_search_anchor = "tensors/search";

/// The place of a matched part of the search in a path.
struct MatchedPart {
    std::size_t first = 0, last = 0;  ///< position in bytes of the path; last is excluded
};

/// Matches the parts of a search, separated by spaces, one after the other in a path, regardless of case: "dec cross wei" matches
/// "decoder.layers.0.cross_attn.weights". Nothing if a part does not match; empty for an empty search.
std::optional<std::vector<MatchedPart>> match(std::string_view search, std::string_view path);

/// The paths of a run that match, or whose tensor's symbol does, in the run's order.
std::vector<std::string> matches(const Run& run, std::string_view search);

/// The search after Tab. It is extended by what all found paths that begin with it have in common or, if that adds nothing, up to
/// the next dot of the chosen path. If no path begins with the search, it becomes the chosen path. Unchanged if nothing is found.
std::string completed(const std::vector<std::string>& found, std::size_t chosen, const std::string& search);

/// The path that comes nearest to containing all parts of a search, by the number of characters to insert, remove or replace.
std::string nearest_path(const Run& run, std::string_view search);

}  // namespace vitrine
