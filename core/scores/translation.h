#pragma once
/// What measures of translations compare.

#include <string_view>
#include <vector>

namespace vitrine {

/// A text and what it might as well have been.
struct Translation {
    std::string_view text;
    std::vector<std::string_view> references;  ///< at least one
};

}  // namespace vitrine
