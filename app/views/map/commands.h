#pragma once
/// What can be done on the map.

#include "app/base/command.h"
#include "app/base/module.h"
#include "app/state/state.h"
#include "app/views/map/state.h"

namespace vitrine {

struct FrameMap {
    std::string what;  ///< see app/views/map/state.h; of what this model does not have nothing comes
};
void do_command(State& state, const FrameMap& command);

struct MoveMap {
    MapCamera camera;  ///< kept within the limits of the map
    Motion motion = Motion::at_once;
};
void do_command(State& state, const MoveMap& command);

struct SetCanvas {
    CanvasSize size;  ///< of the map, in logical pixels; what is framed stays so
};
void do_command(State& state, const SetCanvas& command);

/// The map's world is made anew with every run that has another outline.
void follow_run(State& state, const Change& change);

/// Time carries a move of the camera on.
void move_camera(State& state, double seconds);

}  // namespace vitrine
