#pragma once
/// Design choices in words.

#include <string>
#include <vector>

#include "core/model/design.h"
#include "core/model/variant.h"

namespace vitrine {

/// The choices that a design takes back, each as part of a sentence: "no causal mask".
std::vector<std::string> design_phrases(const Design& design);

/// "pre-norm, 2 heads, all weights drawn from seed 3"; empty for the model's own variant.
std::string variant_words(const Variant& variant);

}  // namespace vitrine
