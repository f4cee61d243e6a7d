#pragma once
/// Gradients in sentences.

#include <string>

#include "app/run/run.h"

namespace vitrine {

/// "+0.000513", "-1.2e-07": three significant digits.
std::string gradient_text(double gradient);

/// "Raise it by a little h, and the loss rises by about 0.0123 · h."
std::string gradient_words(double gradient);

/// Why a tensor has no gradient to show.
std::string why_no_gradient(const Run& run, const TensorInfo& info);

}  // namespace vitrine
