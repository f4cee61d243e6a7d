#pragma once
/// Exact match: the share of translations that equal a reference.

#include <span>

#include "core/scores/translation.h"

namespace vitrine {

/// Whether a text equals one of its references word by word, whatever the white space between words.
bool is_exact_match(const Translation& translation);

/// The share of exact matches, 0 to 1; 0 without translations.
double exact_match(std::span<const Translation> translations);

}  // namespace vitrine
