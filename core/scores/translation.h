#pragma once
/// The input of all scores.

#include <string_view>
#include <vector>

namespace vitrine {

/// A translation and its references.
struct Translation {
    std::string_view text;
    std::vector<std::string_view> references;  ///< Requires: at least one
};

}  // namespace vitrine
