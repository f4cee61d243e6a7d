#pragma once
/// Where the map's camera has to be for the chosen tensor to be visible and readable.

#include <optional>
#include <string>

#include "app/state/state.h"
#include "app/views/map/state.h"

namespace vitrine {

/// The selected tensor on the map. A parameter has no place of its own there; the block that reads it stands for it.
struct ChosenOnMap {
    WorldRect area;
    std::string block;   ///< the name of its block
    std::string tensor;  ///< its own name; empty: it has no place of its own
};

/// Nothing if the map has neither the tensor nor the block of the current step.
std::optional<ChosenOnMap> chosen_on_map(const State& state);

/// Whether it is readable with a camera: its block is unfolded, it is not tiny, and it is inside the canvas or fills much of it.
bool can_be_made_out(const MapView& view, const MapCamera& camera, const ChosenOnMap& chosen);

/// What to frame: its block or, if it would not be readable there, the tensor itself.
std::string frame_to_make_out(const MapView& view, const ChosenOnMap& chosen);

}  // namespace vitrine
