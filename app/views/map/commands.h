#pragma once
/// What can be done on the map.

#include <string>

#include "app/base/command.h"
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

struct SetMotion {
    Motion motion;  ///< whether what moves on the screen takes its time
};
void do_command(State& state, const SetMotion& command);

}  // namespace vitrine
