#pragma once
/// Choices of design that are taken back, in words.

#include <string>
#include <vector>

#include "core/model/design.h"
#include "core/model/variant.h"

namespace vitrine {

/// What a design takes back, each in words as part of a sentence: "no causal mask".
std::vector<std::string> design_phrases(const Design& design);

/// "pre-norm, 2 heads, all weights drawn from seed 3"; empty where it is the model's own.
std::string variant_words(const Variant& variant);

}  // namespace vitrine
