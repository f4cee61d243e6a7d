#pragma once
/// The chosen uses of axes as JSON: [{"of": ["head", "query", "key"], "rows": "query", …}].

#include <nlohmann/json_fwd.hpp>

#include "app/views/tensors/state.h"

namespace vitrine {

nlohmann::ordered_json to_json(const ChosenAxes& axes);

/// Throws Error, which begins with `where`, and names the invalid value.
void read_json(const nlohmann::json& json, const std::string& where, ChosenAxes& axes);

}  // namespace vitrine
