#pragma once
/// Tensors found by parts of their paths.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/state/state.h"

namespace vitrine {

/// The field it is typed into.
inline constexpr const char* tensors_search_anchor = "tensors/search";

/// Where a part of what was typed was found.
struct MatchedPart {
    std::size_t first = 0, last = 0;  ///< bytes of the path, last excluded
};

/// Where the parts of a search, apart by spaces, stand in a path, one after the other, capitals or not: "dec cross wei" in
/// "decoder.layers.0.cross_attn.weights". Nothing where one of them does not; empty for an empty search.
std::optional<std::vector<MatchedPart>> match(std::string_view search, std::string_view path);

/// The paths of a run that a search finds, in their order.
std::vector<std::string> matches(const Run& run, std::string_view search);

/// What Tab makes of a search: as far as all paths that begin with it go on alike; where they do not, up to the next dot of the
/// chosen one. A search that no path begins with becomes the chosen path. The search itself where there is nothing to add.
std::string completed(const std::vector<std::string>& found, std::size_t chosen, const std::string& search);

/// The path in which the parts of a search come closest to being found: by the characters to insert, remove or replace.
std::string nearest_path(const Run& run, std::string_view search);

}  // namespace vitrine
