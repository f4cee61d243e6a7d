#include "app/views/map/camera_json.h"

#include "core/files/json_fields.h"

namespace vitrine {

nlohmann::ordered_json to_json(const std::optional<MapCamera>& camera) {
    if (!camera) return {};
    return {{"x", camera->centre.x}, {"y", camera->centre.y}, {"zoom", camera->zoom}, {"breadth", camera->breadth}};
}

void read_json(const nlohmann::json& json, const std::string& where, std::optional<MapCamera>& camera) {
    camera.reset();
    if (json.is_null()) return;
    require_keys(json, {"x", "y", "zoom", "breadth"}, where);
    MapCamera read;
    const FieldReader field(json, where);
    field("x", Required{read.centre.x});
    field("y", Required{read.centre.y});
    field("zoom", Required{read.zoom});
    field("breadth", Required{read.breadth});
    if (read.zoom <= 0) fail(where, "'zoom' must be more than 0");
    camera = read;
}

}  // namespace vitrine
