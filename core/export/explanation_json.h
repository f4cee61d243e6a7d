#pragma once
/// The explanation of a number (core/explain/anatomy.h) as JSON.

#include <nlohmann/json_fwd.hpp>

#include "core/explain/anatomy.h"

namespace vitrine {

/// {path, index, value, kind, formula, terms: [{label, value, factors: [{path, index, value}]}], scale, result, used_by: [{path,
/// first, last}]}. A constant factor has no path and no index; numbers JSON cannot hold are "-inf", "inf" and "nan".
nlohmann::ordered_json explanation_json(const Anatomy& anatomy, const Explanation& explanation);

}  // namespace vitrine
