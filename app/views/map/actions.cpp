/// Places on the map, as entries of the menu Go.

#include "app/base/action.h"
#include "app/run/run.h"
#include "app/state/refusals.h"
#include "app/views/map/commands.h"
#include "app/views/map/view.h"

namespace vitrine {

namespace {

std::string needs_map(const State& state) {
    if (const std::string why = needs_view(state, View::map); !why.empty()) return why;
    return state.of<MapView>().layout ? "" : "this model has no map";
}

Action zoom(const char* id, const char* label, const char* keys, double factor) {
    return {.id = id,
            .label = label,
            .menu = ActionMenu::go,
            .for_lessons = true,
            .group = 3,
            .keys = keys,
            .key_views = {View::map},
            .tip = "Zooms the map, as the wheel does.",
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
        frame("go/whole", "The whole model", "Shows all of the map.", [](const State&) -> std::string { return ""; }),
        frame("go/encoder", "The encoder", "Zooms to the left half of the map.",
              [](const State&) -> std::string { return "encoder"; }),
        frame("go/decoder", "The decoder", "Zooms to the right half of the map.",
              [](const State&) -> std::string { return "decoder"; }),
        frame("go/block", "The block of this step", "Zooms to the box of the current operation.",
              [](const State& state) { return state.run->outline().block_of(state.step).id; }),
        frame("go/selected", "The selected tensor", "Zooms to where it is computed.",
              [](const State& state) { return "tensor/" + state.selection.tensor; }),
        frame("go/out", "Zoom out one level", "The same as Escape.",
              [](const State& state) { return outwards(state.of<MapView>()); })};
    list.front().keys = "0";
    list.front().key_views = {View::map};
    list.push_back(zoom("go/nearer", "Zoom in", "+ = shift+= shift++", 1.25));
    list.push_back(zoom("go/farther", "Zoom out", "-", 1 / 1.25));
    return list;
}

}  // namespace vitrine
