#pragma once
/// The map's camera, where somebody has moved it, as JSON: {"x": 0, "y": 0, "zoom": 1, "breadth": 800}, or null.

#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "app/views/map/camera.h"

namespace vitrine {

nlohmann::ordered_json to_json(const std::optional<MapCamera>& camera);

/// Throws Error, `where` first, naming the field.
void read_json(const nlohmann::json& json, const std::string& where, std::optional<MapCamera>& camera);

}  // namespace vitrine
