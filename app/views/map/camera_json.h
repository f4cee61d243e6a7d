#pragma once
/// The map's camera as JSON: {"x": 0, "y": 0, "zoom": 1, "breadth": 800}; null unless the user has moved it.

#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "app/views/map/camera.h"

namespace vitrine {

nlohmann::ordered_json to_json(const std::optional<MapCamera>& camera);

/// Throws Error, which begins with `where`, and names the field.
void read_json(const nlohmann::json& json, const std::string& where, std::optional<MapCamera>& camera);

}  // namespace vitrine
