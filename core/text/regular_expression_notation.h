#pragma once
/// From Oniguruma's notation of regular expressions to PCRE2's.

#include <string>
#include <string_view>

namespace vitrine {

/// The expression with what the two write differently: \s, \w and \b by Unicode's properties, \h as a hexadecimal digit, \v as a
/// vertical tab, \p{Han} without what several scripts share, (?m) as (?s). Throws Error for sets inside sets and their
/// intersections, which PCRE2 does not have.
std::string pcre2_notation(std::string_view expression);

}  // namespace vitrine
