#pragma once
/// The state of the map: a named thing that stays framed at any size of the canvas, or a place to which the user has moved.
///
/// The names of things that can be framed: "" is the whole model, "encoder" and "decoder" are its halves, "encoder.layers.0" is a
/// layer, a block's own id the block, and "tensor/PATH" a tensor in the place where it is computed. Several names, separated by
/// spaces, mean all of these.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/run/request.h"
#include "app/views/map/camera.h"

namespace vitrine {

struct MapMove {
    MapCamera from;
    double elapsed = 0, seconds = 0;
};

struct MapView {
    std::shared_ptr<const MapLayout> layout;  ///< null until a model is open
    std::uint64_t generation = 0;             ///< of the run for which the layout was made
    std::array<Size, 4> sizes{};              ///< the layout's number of sentences, source and target length, and last step
    CanvasSize canvas{800, 600};
    std::string framed;             ///< name of the framed thing
    std::optional<MapCamera> free;  ///< the camera, if the user has moved it by hand; nothing: `framed` decides
    std::optional<MapMove> move;    ///< the move to that camera under way; nothing: at rest
    bool follows = false;  ///< the camera has moved to what was chosen in a list, and keeps it in sight if the canvas changes
    bool dragged = false;  ///< the user is dragging the map, so nothing else moves it
};

/// The area of a named thing; nothing if the model has no such thing.
std::optional<WorldRect> frame_of(const MapLayout& layout, const std::string& what);

/// The name of the thing that contains `what`: for a tensor its block, then layer, half, whole model.
std::string parent_of(const MapLayout& layout, const std::string& what);

/// The names from the whole model down to `what` itself.
std::vector<std::string> path_to(const MapLayout& layout, const std::string& what);

/// The camera that frames a named thing.
MapCamera camera_for(const MapView& view, const std::string& what);

/// The camera at the end of the current move, and the camera now.
MapCamera resting_camera(const MapView& view);
MapCamera camera_of(const MapView& view);

/// The name of the shown thing: the framed one or, after moving by hand, the smallest one that fills much of the canvas.
std::string place_of(const MapView& view);

/// Whether the whole model is visible.
bool sees_everything(const MapView& view);

/// What to frame next on the way out: the smallest thing that shows more than the current view.
std::string outwards(const MapView& view);

/// The limits of the zoom.
double least_zoom(const MapView& view);
double most_zoom(const MapView& view);

/// The camera nearest to `camera` that keeps the model visible, and the zoom within its limits.
MapCamera within_limits(const MapView& view, MapCamera camera);

}  // namespace vitrine
