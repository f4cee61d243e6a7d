#pragma once
/// Gradients in sentences.

#include <string>

#include "app/run/aspect.h"

namespace vitrine {

/// "+0.000513", "-1.2e-07": three significant digits.
std::string gradient_text(double gradient);

/// "Raise it by a little h, and the loss rises by about 0.0123 · h."
std::string gradient_words(double gradient);

/// What a gradient or value × gradient means: gradient_words(), or "Estimate: setting this number to 0 would lower the loss by
/// 0.0123, if the slope stayed the same on the way."
std::string slope_words(Aspect aspect, double number);

/// "∂loss/∂Q", "Q × ∂loss/∂Q", or just the name for a value.
std::string name_of_numbers(Aspect aspect, const std::string& name);

/// "gradient: how the loss changes with each number", "value × gradient in B less that in A": the caption of a picture.
std::string caption_of_numbers(const Run& run, Aspect aspect);

/// The title for the numbers in a view: "gradient of the loss", "values, and the gradient of the loss"; for a difference of two
/// runs followed by ", B − A". Empty for values.
std::string title_of_numbers(const Run& run, Aspect aspect);

/// "value", "gradient", "value × gradient".
const char* word_of(Aspect aspect);

/// Why a tensor has no gradient to show.
std::string why_no_gradient(const Run& run, const TensorInfo& info);

/// The same if its values are shown instead: "A mask holds only 0 and 1 and …, so it has no gradient. Its values are shown."
std::string values_instead_words(const Run& run, const TensorInfo& info);

}  // namespace vitrine
