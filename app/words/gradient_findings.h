#pragma once
/// What is found in the gradients of a run, and how large they are on their way through the layers, in numbers and in words.

#include <string>
#include <vector>

#include "app/run/run.h"
#include "core/explain/gradient_findings.h"

namespace vitrine {

struct GradientReadings {
    std::vector<StreamPlace> flow;
    std::vector<FoundGradient> findings;
};

/// Computed when first asked for. Empty if gradients have not been computed, and for a difference of two runs. For the drawing
/// thread only; valid until the next call for a run with other gradients.
const GradientReadings& gradient_readings(const Run& run);

/// The finding of this tensor's gradient; null: there is none.
const FoundGradient* finding_of(const Run& run, const std::string& path);

/// "12 dead units, Encoder layer 1"
std::string finding_title(const Run& run, const FoundGradient& found);

/// What was found, with its numbers, in one or two sentences.
std::string finding_words(const Run& run, const FoundGradient& found);

}  // namespace vitrine
