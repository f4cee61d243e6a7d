#pragma once
/// What of the map is looked at: something that is kept in frame whatever the size of the canvas, or a place the user has moved to.
///
/// What can be framed has a name: "" is the whole model, "encoder" and "decoder" its halves, "encoder.layers.0" a layer, a block's
/// own id the block, and "tensor/PATH" a tensor where it is computed.

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
    std::shared_ptr<const MapLayout> layout;  ///< null until there is a model
    std::uint64_t generation = 0;             ///< of the run it is for
    std::array<Size, 4> sizes{};              ///< what it was made for: sentences, source and target length, last step
    CanvasSize canvas{800, 600};
    std::string framed;             ///< stays in frame
    std::optional<MapCamera> free;  ///< where the user has moved to instead, by hand
    std::optional<MapMove> move;    ///< under way to either
};

/// Where something that can be framed stands; nothing where this model has no such thing.
std::optional<WorldRect> frame_of(const MapLayout& layout, const std::string& what);

/// What it lies in: tensor, block, layer, half, whole.
std::string parent_of(const MapLayout& layout, const std::string& what);

/// From the whole model down to `what` itself.
std::vector<std::string> path_to(const MapLayout& layout, const std::string& what);

/// The camera that frames something.
MapCamera camera_for(const MapView& view, const std::string& what);

/// Where the map comes to rest, and where it is at this moment of a move.
MapCamera resting_camera(const MapView& view);
MapCamera camera_of(const MapView& view);

/// What one is looking at: what is framed or, after moving by hand, the smallest thing that still fills much of the canvas.
std::string place_of(const MapView& view);

/// Whether all of the model lies on the canvas.
bool sees_everything(const MapView& view);

/// What to frame next on the way out: nearest to what is seen of what shows more.
std::string outwards(const MapView& view);

/// How near one may look, and from how far.
double least_zoom(const MapView& view);
double most_zoom(const MapView& view);

/// The nearest camera that neither loses the model nor goes beyond those limits.
MapCamera within_limits(const MapView& view, MapCamera camera);

}  // namespace vitrine
