#pragma once
/// Commands of the map.

#include "app/base/command.h"
#include "app/base/module.h"
#include "app/state/state.h"
#include "app/views/map/state.h"

namespace vitrine {

struct FrameMap {
    std::string what;  ///< a name as described in app/views/map/state.h; ignored if this model has no such thing
};
void do_command(State& state, const FrameMap& command);

struct MoveMap {
    MapCamera camera;  ///< kept within the limits of the map
    Motion motion = Motion::at_once;
    bool dragged = false;  ///< with the pointer, until LetMapGo
};
void do_command(State& state, const MoveMap& command);

struct LetMapGo {};
void do_command(State& state, const LetMapGo& command);

struct SetCanvas {
    CanvasSize size;  ///< of the map, in logical pixels; a framed thing stays framed
};
void do_command(State& state, const SetCanvas& command);

/// Makes the map's world anew if a run has another outline, and moves to what was chosen in a list.
void follow_run(State& state, const Change& change);

/// Advances a move of the camera.
void move_camera(State& state, double seconds);

}  // namespace vitrine
