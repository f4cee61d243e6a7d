/// Carries out the commands of the map's camera.

#include "app/views/map/commands.h"

#include <algorithm>

namespace vitrine {

namespace {

/// Prepares a move, which starts from the camera's current position.
void begin_move(State& state, const MapCamera& from, Motion motion) {
    MapView& map = state.of<MapView>();
    map.move.reset();
    const double seconds = seconds_between(from, resting_camera(map), map.canvas);
    if (motion == Motion::eased && state.motion == Motion::eased) map.move = MapMove{from, 0, seconds};
}

}  // namespace

void follow_run(State& state, const Change&) {
    MapView& map = state.of<MapView>();
    if (state.motion == Motion::at_once) map.move.reset();
    const Run* run = state.run.get();
    if (!run || map.generation == run->generation) return;
    map.generation = run->generation;
    const Batch& batch = *run->batch;
    const std::array<Size, 4> sizes{batch.sentences(), batch.source_length(), batch.target_length(), run->last_step()};
    if (map.layout && map.layout->outline == run->trace.outline && map.sizes == sizes) return;
    map.layout = std::make_shared<const MapLayout>(make_map_layout(run->trace, run->last_step()));
    map.sizes = sizes;
    if (!frame_of(*map.layout, map.framed)) map.framed.clear();
    if (map.free) map.free = within_limits(map, *map.free);
}

void move_camera(State& state, double seconds) {
    MapView& map = state.of<MapView>();
    if (!map.move) return;
    map.move->elapsed += std::max(0.0, seconds);
    if (map.move->elapsed >= map.move->seconds) map.move.reset();
}

void do_command(State& state, const FrameMap& command) {
    MapView& map = state.of<MapView>();
    if (!map.layout || !frame_of(*map.layout, command.what)) return;
    const MapCamera from = camera_of(map);
    map.framed = command.what;
    map.free.reset();
    begin_move(state, from, Motion::eased);
}

void do_command(State& state, const MoveMap& command) {
    MapView& map = state.of<MapView>();
    if (!map.layout) return;
    const MapCamera from = camera_of(map);
    map.free = within_limits(map, command.camera);
    begin_move(state, from, command.motion);
}

void do_command(State& state, const SetCanvas& command) {
    if (command.size.width >= 1 && command.size.height >= 1) state.of<MapView>().canvas = command.size;
}

}  // namespace vitrine
