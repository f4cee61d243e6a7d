#include "app/views/map/following.h"

#include <algorithm>

#include "app/run/run.h"
#include "app/views/map/parts.h"

namespace vitrine {

std::optional<ChosenOnMap> chosen_on_map(const State& state) {
    const MapView& view = state.of<MapView>();
    if (!state.run || !view.layout) return std::nullopt;
    const std::string& path = state.selection.tensor;
    if (const auto [block, tensor] = view.layout->find_tensor(path); tensor)
        return ChosenOnMap{tensor->area, view.layout->outline_block(*block).id, "tensor/" + path};
    const std::string& id = state.run->outline().block_of(state.step).id;
    const MapBlock* block = view.layout->find_block(id);
    return block ? std::optional(ChosenOnMap{block->area, id, ""}) : std::nullopt;
}

bool can_be_made_out(const MapView& view, const MapCamera& camera, const ChosenOnMap& chosen) {
    constexpr double least_side = 32, much = 0.5;  // logical pixels; of the canvas
    if (detail_at(camera.zoom).operations < 1) return false;
    const CanvasPoint first = to_canvas(camera, view.canvas, chosen.area.min),
                      last = to_canvas(camera, view.canvas, chosen.area.max);
    if (std::max(last.x - first.x, last.y - first.y) < least_side) return false;
    if (first.x >= 0 && first.y >= 0 && last.x <= view.canvas.width && last.y <= view.canvas.height) return true;
    const double across = std::min(last.x, view.canvas.width) - std::max(first.x, 0.0),
                 down = std::min(last.y, view.canvas.height) - std::max(first.y, 0.0);
    return across > 0 && down > 0 && across * down >= much * view.canvas.width * view.canvas.height;
}

std::string frame_to_make_out(const MapView& view, const ChosenOnMap& chosen) {
    const bool in_block = chosen.tensor.empty() || can_be_made_out(view, camera_for(view, chosen.block), chosen);
    return in_block ? chosen.block : chosen.tensor;
}

}  // namespace vitrine
