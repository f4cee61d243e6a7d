#pragma once
/// Characters and what separates them, as Python's strings see them: the measures of translations are defined by Python programs.

#include <string_view>
#include <vector>

namespace vitrine {

/// The code points of a text, each as its bytes; a byte that is no UTF-8 is one by itself.
std::vector<std::string_view> characters_of(std::string_view text);

/// Whether a character is one of those at which Python's str.split() splits: spaces of every width, ends of lines, separators.
bool is_white_space(std::string_view character);

/// What stands between white space, of which there may be any amount at the ends too.
std::vector<std::string_view> split_at_white_space(std::string_view text);

}  // namespace vitrine
