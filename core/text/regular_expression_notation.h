#pragma once
/// Converts regular expressions from Oniguruma's notation to that of PCRE2.

#include <string>
#include <string_view>

namespace vitrine {

/// The expression in PCRE2's notation: \s, \w and \b by Unicode's properties, \h as a hexadecimal digit, \v as a vertical tab,
/// \p{Han} without characters that several scripts share, (?m) as (?s). Throws Error for sets within sets and for intersections
/// of sets, which PCRE2 does not have.
std::string pcre2_notation(std::string_view expression);

}  // namespace vitrine
