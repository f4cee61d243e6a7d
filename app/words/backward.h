#pragma once
/// The backward pass in words.

#include <string>
#include <vector>

#include "app/run/run.h"

namespace vitrine {

/// "∂masked, of softmax": the main gradient that a step makes, and the operation that it differentiates.
std::string backward_title(const Run& run, const BackwardStep& step);

/// "It reads ∂weights and makes ∂masked."; "begins", "adds to" and "completes" for gradients that several steps add to.
std::string backward_words(const Run& run, const BackwardStep& step);

/// A use of a tensor or parameter, differentiated.
struct GradientLine {
    std::string forward;   ///< the formula of the operation
    std::string backward;  ///< the formula of what the use adds to the gradient
};

/// What the gradient of a tensor or parameter is computed from, in the order of the backward pass. Empty: it has no gradient.
std::vector<GradientLine> gradient_lines(const Run& run, const std::string& path);

}  // namespace vitrine
