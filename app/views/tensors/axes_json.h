#pragma once
/// Which axis of which tensors runs where, as JSON: [{"of": ["head", "query", "key"], "rows": "query", …}].

#include <nlohmann/json_fwd.hpp>

#include "app/views/tensors/state.h"

namespace vitrine {

nlohmann::ordered_json to_json(const ChosenAxes& axes);

/// Throws Error, `where` first, naming what they cannot be.
void read_json(const nlohmann::json& json, const std::string& where, ChosenAxes& axes);

}  // namespace vitrine
