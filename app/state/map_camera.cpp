#include "app/state/map_camera.h"

#include <algorithm>
#include <cmath>

namespace vitrine {

CanvasPoint to_canvas(const MapCamera& camera, CanvasSize canvas, WorldPoint point) {
    return {canvas.width / 2 + (point.x - camera.centre.x) * camera.zoom,
            canvas.height / 2 + (point.y - camera.centre.y) * camera.zoom};
}

WorldPoint to_world(const MapCamera& camera, CanvasSize canvas, CanvasPoint point) {
    return {camera.centre.x + (point.x - canvas.width / 2) / camera.zoom,
            camera.centre.y + (point.y - canvas.height / 2) / camera.zoom};
}

MapCamera zoomed_at(const MapCamera& camera, CanvasSize canvas, CanvasPoint fixed, double factor) {
    const WorldPoint point = to_world(camera, canvas, fixed);
    MapCamera nearer = camera;
    nearer.zoom *= factor;
    nearer.centre.x = point.x - (fixed.x - canvas.width / 2) / nearer.zoom;
    nearer.centre.y = point.y - (fixed.y - canvas.height / 2) / nearer.zoom;
    return nearer;
}

MapCamera panned(const MapCamera& camera, CanvasPoint by) {
    return {{camera.centre.x - by.x / camera.zoom, camera.centre.y - by.y / camera.zoom}, camera.zoom};
}

MapCamera fitted(const WorldRect& area, CanvasSize canvas, const CanvasMargins& margins, double most) {
    const double width = std::max(1.0, canvas.width - margins.left - margins.right);
    const double height = std::max(1.0, canvas.height - margins.top - margins.bottom);
    const double zoom = std::min({width / std::max(1e-6, area.width()), height / std::max(1e-6, area.height()), most});
    const WorldPoint middle = area.centre();
    return {{middle.x - (margins.left - margins.right) / 2 / zoom, middle.y - (margins.top - margins.bottom) / 2 / zoom}, zoom};
}

MapCamera between(const MapCamera& from, const MapCamera& to, double done) {
    const double eased = done * done * (3 - 2 * done);
    const double zoom = from.zoom * std::pow(to.zoom / from.zoom, eased);
    // With 1 / zoom as the clock of the centre, the point that both views show in one place does not move in between.
    const double far = 1 / from.zoom, near = 1 / to.zoom;
    const double along = std::abs(near - far) < 1e-6 * far ? eased : (1 / zoom - far) / (near - far);
    return {{from.centre.x + along * (to.centre.x - from.centre.x), from.centre.y + along * (to.centre.y - from.centre.y)}, zoom};
}

double seconds_between(const MapCamera& from, const MapCamera& to, CanvasSize canvas) {
    const double doublings = std::abs(std::log2(to.zoom / from.zoom));
    const double pixels = std::hypot(to.centre.x - from.centre.x, to.centre.y - from.centre.y) * std::min(from.zoom, to.zoom);
    return std::clamp(0.15 + 0.06 * doublings + 0.1 * pixels / std::max(1.0, canvas.width), 0.15, 0.4);
}

}  // namespace vitrine
