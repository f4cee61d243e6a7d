#pragma once
/// The plainest measure of translations: whether they are right.

#include <span>

#include "core/scores/translation.h"

namespace vitrine {

/// Whether a text is one of its references, word for word. How much white space stands between words does not count.
bool is_exact_match(const Translation& translation);

/// The share of those that are, 0 to 1; 0 of none.
double exact_match(std::span<const Translation> translations);

}  // namespace vitrine
