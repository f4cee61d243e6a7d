#pragma once
/// Splits texts into words or characters.

#include <string_view>
#include <vector>

namespace vitrine {

/// The words of a text, split at spaces.
std::vector<std::string_view> split_at_spaces(std::string_view text);

/// The code points of a text, including spaces. Throws Error where the text is not UTF-8.
std::vector<std::string_view> split_into_characters(std::string_view text);

}  // namespace vitrine
