#pragma once
/// The next update of a run's weights: what it changes, in numbers and in words.

#include <optional>
#include <string>
#include <vector>

#include "app/run/run.h"
#include "core/train/update_explanation.h"

namespace vitrine {

/// How much a parameter changes.
struct ChangedParameter {
    std::string name;
    double weight = 0, change = 0;  ///< Euclidean norms

    double relative() const { return weight > 0 ? change / weight : 0; }
};

struct UpdateReadings {
    double gradient_norm = 0;                 ///< of all parameters together
    std::vector<ChangedParameter> by_change;  ///< the largest relative change first; empty for a model with very many parameters
};

/// Null: there are no gradients yet, or the run is a difference of two. Computed when first asked for. For the drawing thread
/// only; valid until the next call for a run with other gradients.
const UpdateReadings* update_readings(const Run& run);

/// The update of one weight, line by line. Nothing if update_readings() is null, or if the parameter has no gradient.
std::optional<UpdateExplanation> update_of(const Run& run, const std::string& parameter, const Index& index);

/// Says in a sentence which update it is: "The optimiser changes the weights: the first step of Adam at rate 0.001, if these
/// sentences are the batch."
std::string update_words(const Run& run);

/// "0.107117 → 0.107056".
std::string change_words(const UpdateExplanation& explanation);

}  // namespace vitrine
