#include <nlohmann/json.hpp>

#include "app/state/state.h"
#include "app/views/map/state.h"
#include "app/views/map/view.h"

namespace vitrine {

namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson map_json(const MapView& map, Motion motion) {
    const MapCamera camera = camera_of(map);
    return {{"framed", map.free ? OrderedJson() : OrderedJson(map.framed)},
            {"place", place_of(map)},
            {"centre", {camera.centre.x, camera.centre.y}},
            {"zoom", camera.zoom},
            {"canvas", {map.canvas.width, map.canvas.height}},
            {"moving", map.move.has_value()},
            {"motion", motion == Motion::eased ? "eased" : "at once"}};
}

}  // namespace

void describe_map(const State& state, nlohmann::ordered_json& json) { json["map"] = map_json(state.of<MapView>(), state.motion); }

}  // namespace vitrine
