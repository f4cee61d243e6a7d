#pragma once
/// Design choices in words.

#include <string>
#include <string_view>
#include <vector>

#include "core/model/design.h"
#include "core/model/variant.h"

namespace vitrine {

/// The departures of a design from the paper, each as part of a sentence: "no causal mask".
std::vector<std::string> design_phrases(const Design& design);

/// "pre-norm, 2 heads, all weights drawn from seed 3"; empty for the model as it is.
std::string variant_words(const Variant& variant);

/// Words about the paper's LayerNorm, with the name of the model's own norm in its place.
std::string with_norm_of(const Configuration& configuration, std::string_view words);

/// The same words where no model is open: "Norm on the residual stream".
std::string with_any_norm(std::string_view words);

}  // namespace vitrine
