#pragma once
/// Commands of the map.

#include "app/base/command.h"
#include "app/base/module.h"
#include "app/state/state.h"
#include "app/views/map/state.h"

namespace vitrine {

struct FrameMap {
    std::string what;  ///< a name as in app/views/map/state.h; ignored if this model has no such thing
};
void do_command(State& state, const FrameMap& command);

struct MoveMap {
    MapCamera camera;  ///< kept within the limits of the map
    Motion motion = Motion::at_once;
    bool dragged = false;  ///< by the pointer, which holds on to it until LetMapGo
};
void do_command(State& state, const MoveMap& command);

struct LetMapGo {};
void do_command(State& state, const LetMapGo& command);

struct SetCanvas {
    CanvasSize size;  ///< of the map, in logical pixels; the framed thing stays in frame
};
void do_command(State& state, const SetCanvas& command);

/// Makes the map's world anew for a run with another outline, and goes to what has been chosen in a list.
void follow_run(State& state, const Change& change);

/// Advances a move of the camera.
void move_camera(State& state, double seconds);

}  // namespace vitrine
