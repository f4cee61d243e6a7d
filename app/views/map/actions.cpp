/// Entries of the menu Go for places on the map.

#include "app/base/action.h"
#include "app/run/run.h"
#include "app/state/refusals.h"
#include "app/views/map/commands.h"
#include "app/views/map/view.h"

namespace vitrine {

namespace {

std::string needs_map(const State& state) {
    if (const std::string why = needs_view(state, View::map); !why.empty()) return why;
    return state.of<MapView>().layout ? "" : "there is no map of it";
}

Action zoom(const char* id, const char* label, const char* keys, double factor) {
    return {.id = id,
            .label = label,
            .menu = ActionMenu::go,
            .for_lessons = true,
            .group = 3,
            .keys = keys,
            .key_views = {View::map},
            .tip = "The map, as the wheel does.",
            .perform =
                [factor](const State& state, Commands& commands) {
                    MapCamera camera = resting_camera(state.of<MapView>());
                    camera.zoom *= factor;
                    commands.push_back(MoveMap{camera, Motion::eased});
                },
            .refused = needs_map};
}

using PlaceOf = std::string (*)(const State&);

Action frame(const char* id, const char* label, const char* tip, PlaceOf place) {
    return {.id = id,
            .label = label,
            .menu = ActionMenu::go,
            .for_lessons = true,
            .group = 3,
            .tip = tip,
            .perform = [place](const State& state, Commands& commands) { commands.push_back(FrameMap{place(state)}); },
            .refused = needs_map};
}

}  // namespace

std::vector<Action> map_actions(const Module&) {
    std::vector<Action> list{
        frame("go/whole", "The whole model", "All of the map.", [](const State&) -> std::string { return ""; }),
        frame("go/encoder", "The encoder", "The left half of the map.", [](const State&) -> std::string { return "encoder"; }),
        frame("go/decoder", "The decoder", "The right half of the map.", [](const State&) -> std::string { return "decoder"; }),
        frame("go/block", "The block of this step", "The box on the map in which the current operation happens.",
              [](const State& state) { return state.run->outline().block_of(state.step).id; }),
        frame("go/selected", "The selected tensor", "Where it is computed.",
              [](const State& state) { return "tensor/" + state.selection.tensor; }),
        frame("go/out", "One level out", "As Escape does.", [](const State& state) { return outwards(state.of<MapView>()); })};
    list.front().keys = "0";
    list.front().key_views = {View::map};
    list.push_back(zoom("go/nearer", "Nearer", "+ = shift+= shift++", 1.25));
    list.push_back(zoom("go/farther", "Farther", "-", 1 / 1.25));
    return list;
}

}  // namespace vitrine
