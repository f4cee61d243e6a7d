#pragma once
/// The explanations of a number and of a gradient as JSON.

#include <nlohmann/json_fwd.hpp>

#include "core/explain/gradient_anatomy.h"

namespace vitrine {

/// {path, index, value, kind, formula, terms: [{label, value, factors: [{path, index, value}]}], scale, result, used_by: [{path,
/// first, last}]}. A constant factor has no path and no index; numbers JSON cannot hold are "-inf", "inf" and "nan".
nlohmann::ordered_json explanation_json(const Anatomy& anatomy, const Explanation& explanation);

/// The same for a gradient, with `uses`: [{path, formula}], the tensors that are computed from it, and `goes_to` instead of
/// `used_by`: the cells in whose gradients it is a factor. A factor with "gradient" is the gradient of the cell; a factor with
/// "made" is computed from the cell.
nlohmann::ordered_json explanation_json(const GradientAnatomy& anatomy, const GradientExplanation& found);

}  // namespace vitrine
