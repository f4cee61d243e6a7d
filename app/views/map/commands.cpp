/// Carries out the commands of the map's camera.

#include "app/views/map/commands.h"

#include <algorithm>

#include "app/views/map/following.h"

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

namespace {

void make_world(State& state) {
    MapView& map = state.of<MapView>();
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

/// Moves the camera to the chosen tensor or block, unless it is readable already.
void go_to_chosen(State& state) {
    MapView& map = state.of<MapView>();
    map.follows = false;
    const auto target = chosen_on_map(state);
    if (!target || can_be_made_out(map, resting_camera(map), *target)) return;
    const MapCamera from = camera_of(map);
    map.framed = frame_to_make_out(map, *target);
    map.free.reset();
    map.follows = true;
    begin_move(state, from, state.view == View::map ? Motion::eased : Motion::at_once);
}

}  // namespace

void follow_run(State& state, const Change& change) {
    MapView& map = state.of<MapView>();
    if (state.motion == Motion::at_once) map.move.reset();
    make_world(state);
    const bool held = map.dragged && state.view == View::map;
    if (change.traits.leads_there && !held) go_to_chosen(state);
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
    map.follows = false;
    begin_move(state, from, Motion::eased);
}

void do_command(State& state, const MoveMap& command) {
    MapView& map = state.of<MapView>();
    if (!map.layout) return;
    const MapCamera from = camera_of(map);
    map.free = within_limits(map, command.camera);
    map.follows = false;
    map.dragged = command.dragged;
    begin_move(state, from, command.motion);
}

void do_command(State& state, const LetMapGo&) { state.of<MapView>().dragged = false; }

void do_command(State& state, const SetCanvas& command) {
    if (command.size.width < 1 || command.size.height < 1) return;
    MapView& map = state.of<MapView>();
    map.canvas = command.size;
    // A tensor that was large enough in a wide window may be too small in a narrow one.
    const auto target = map.follows ? chosen_on_map(state) : std::nullopt;
    if (target) map.framed = frame_to_make_out(map, *target);
}

}  // namespace vitrine
