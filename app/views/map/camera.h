#pragma once
/// From which place and how near one looks at the map's world, and the arithmetic of getting from one such view to another.

#include <algorithm>

#include "app/views/map/layout.h"

namespace vitrine {

/// The canvas, or a point of it from its upper left corner, in logical pixels.
struct CanvasPoint {
    double x = 0, y = 0;
};
struct CanvasSize {
    double width = 0, height = 0;
    bool operator==(const CanvasSize&) const = default;
};

struct MapCamera {
    WorldPoint centre;   ///< seen in the middle of the canvas
    double zoom = 1;     ///< logical pixels per world unit
    double breadth = 0;  ///< so many from left to right even when the zoom is less: far out, cards are drawn broader than high

    /// Logical pixels per world unit from left to right: the zoom itself wherever operations can be seen.
    double across() const { return std::max(zoom, std::min(breadth, most_stretch * zoom)); }

    static constexpr double most_stretch = 8;
};

CanvasPoint to_canvas(const MapCamera& camera, CanvasSize canvas, WorldPoint point);
WorldPoint to_world(const MapCamera& camera, CanvasSize canvas, CanvasPoint point);

/// Nearer by a factor; the world's point seen at `fixed` stays there.
MapCamera zoomed_at(const MapCamera& camera, CanvasSize canvas, CanvasPoint fixed, double factor);

/// As after dragging the world by so many logical pixels.
MapCamera panned(const MapCamera& camera, CanvasPoint by);

/// Logical pixels kept free at the edges of the canvas.
struct CanvasMargins {
    double left = 24, top = 24, right = 24, bottom = 24;
};

/// How near a camera may be, and its breadth.
struct NearestView {
    double zoom = 1, breadth = 0;
};

/// All of `area` in the middle of what the margins leave, as large as fits.
MapCamera fitted(const WorldRect& area, CanvasSize canvas, const CanvasMargins& margins, const NearestView& nearest);

/// On the way from one camera to another, 0 … 1: the zoom changes evenly in its logarithm, and what both see stays in one place.
MapCamera between(const MapCamera& from, const MapCamera& to, double done);

/// How long that way takes: 0.15 … 0.4 seconds, longer ways longer.
double seconds_between(const MapCamera& from, const MapCamera& to, CanvasSize canvas);

}  // namespace vitrine
