#pragma once
/// Characters and white space as Python defines them, since the scores are defined by Python programs.

#include <string_view>
#include <vector>

namespace vitrine {

/// The code points of a text as views; a byte that is not UTF-8 counts as one.
std::vector<std::string_view> characters_of(std::string_view text);

/// Whether Python's str.split() splits at this character.
bool is_white_space(std::string_view character);

/// The words between white space; white space at the ends is ignored.
std::vector<std::string_view> split_at_white_space(std::string_view text);

}  // namespace vitrine
