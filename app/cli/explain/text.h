#pragma once
/// Writes explanations of numbers and gradients as text.

#include <string>

#include "app/run/run.h"
#include "core/explain/gradient_anatomy.h"

namespace vitrine {

/// Formula, terms, result and uses of a number. `all`: every term, not only the largest ones.
std::string explanation_text(const Run& run, const Explanation& explanation, bool all);

/// The same for a gradient.
std::string gradient_text(const Run& run, const GradientAnatomy& anatomy, const GradientExplanation& found, bool all);

}  // namespace vitrine
