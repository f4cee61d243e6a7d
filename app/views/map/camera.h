#pragma once
/// The map's camera: the point it looks at and its zoom, and the arithmetic of moving it.

#include <algorithm>

#include "app/views/map/layout.h"

namespace vitrine {

/// A point of the canvas, in logical pixels from its upper left corner.
struct CanvasPoint {
    double x = 0, y = 0;
};
struct CanvasSize {
    double width = 0, height = 0;
    bool operator==(const CanvasSize&) const = default;
};

struct MapCamera {
    WorldPoint centre;   ///< the point in the middle of the canvas
    double zoom = 1;     ///< logical pixels per world unit
    double breadth = 0;  ///< lower bound of across(), as far as most_stretch allows: far out, cards are wider than high

    /// Horizontal logical pixels per world unit: the zoom itself wherever operations are visible.
    double across() const { return std::max(zoom, std::min(breadth, most_stretch * zoom)); }

    static constexpr double most_stretch = 8;
};

CanvasPoint to_canvas(const MapCamera& camera, CanvasSize canvas, WorldPoint point);
WorldPoint to_world(const MapCamera& camera, CanvasSize canvas, CanvasPoint point);

/// The camera, zoomed by a factor. The point of the world at `fixed` stays there.
MapCamera zoomed_at(const MapCamera& camera, CanvasSize canvas, CanvasPoint fixed, double factor);

/// The camera, after the world was dragged by this many logical pixels.
MapCamera panned(const MapCamera& camera, CanvasPoint by);

/// Logical pixels to keep free at the edges of the canvas.
struct CanvasMargins {
    double left = 24, top = 24, right = 24, bottom = 24;
};

/// The largest zoom of a camera, and its breadth.
struct NearestView {
    double zoom = 1, breadth = 0;
};

/// The camera that shows all of `area` within the margins, centred and as large as possible.
MapCamera fitted(const WorldRect& area, CanvasSize canvas, const CanvasMargins& margins, const NearestView& nearest);

/// The camera on the way from one to another; `done`: 0 … 1. The logarithm of the zoom changes evenly, and the point that both
/// cameras show in the same place stays there.
MapCamera between(const MapCamera& from, const MapCamera& to, double done);

/// The duration of that move: 0.15 … 0.4 seconds, more for longer ways.
double seconds_between(const MapCamera& from, const MapCamera& to, CanvasSize canvas);

}  // namespace vitrine
