#include "app/views/map/camera.h"

#include <cmath>

namespace vitrine {

CanvasPoint to_canvas(const MapCamera& camera, CanvasSize canvas, WorldPoint point) {
    return {canvas.width / 2 + (point.x - camera.centre.x) * camera.across(),
            canvas.height / 2 + (point.y - camera.centre.y) * camera.zoom};
}

WorldPoint to_world(const MapCamera& camera, CanvasSize canvas, CanvasPoint point) {
    return {camera.centre.x + (point.x - canvas.width / 2) / camera.across(),
            camera.centre.y + (point.y - canvas.height / 2) / camera.zoom};
}

MapCamera zoomed_at(const MapCamera& camera, CanvasSize canvas, CanvasPoint fixed, double factor) {
    const WorldPoint point = to_world(camera, canvas, fixed);
    MapCamera nearer = camera;
    nearer.zoom *= factor;
    nearer.centre.x = point.x - (fixed.x - canvas.width / 2) / nearer.across();
    nearer.centre.y = point.y - (fixed.y - canvas.height / 2) / nearer.zoom;
    return nearer;
}

MapCamera panned(const MapCamera& camera, CanvasPoint by) {
    MapCamera moved = camera;
    moved.centre.x -= by.x / camera.across();
    moved.centre.y -= by.y / camera.zoom;
    return moved;
}

MapCamera fitted(const WorldRect& area, CanvasSize canvas, const CanvasMargins& margins, const NearestView& nearest) {
    const double width = std::max(1.0, canvas.width - margins.left - margins.right);
    const double height = std::max(1.0, canvas.height - margins.top - margins.bottom);
    const double zoom = std::min({width / std::max(1e-6, area.width()), height / std::max(1e-6, area.height()), nearest.zoom});
    return panned({area.centre(), zoom, nearest.breadth}, {(margins.left - margins.right) / 2, (margins.top - margins.bottom) / 2});
}

namespace {

/// How much of its way a coordinate of the centre has gone while the scale changes. The way is proportional to the change of 1 /
/// scale, so that the point that both views show in the same place does not move.
double come_along(double from, double to, double now, double eased) {
    const double far = 1 / from, near = 1 / to;
    return std::abs(near - far) < 1e-6 * far ? eased : (1 / now - far) / (near - far);
}

}  // namespace

MapCamera between(const MapCamera& from, const MapCamera& to, double done) {
    const double eased = done * done * (3 - 2 * done);
    MapCamera now{{}, from.zoom * std::pow(to.zoom / from.zoom, eased), to.breadth};
    const double along = come_along(from.across(), to.across(), now.across(), eased);
    const double down = come_along(from.zoom, to.zoom, now.zoom, eased);
    now.centre.x = from.centre.x + along * (to.centre.x - from.centre.x);
    now.centre.y = from.centre.y + down * (to.centre.y - from.centre.y);
    return now;
}

double seconds_between(const MapCamera& from, const MapCamera& to, CanvasSize canvas) {
    const double doublings = std::abs(std::log2(to.zoom / from.zoom));
    const double pixels = std::hypot(to.centre.x - from.centre.x, to.centre.y - from.centre.y) * std::min(from.zoom, to.zoom);
    return std::clamp(0.15 + 0.06 * doublings + 0.1 * pixels / std::max(1.0, canvas.width), 0.15, 0.4);
}

}  // namespace vitrine
