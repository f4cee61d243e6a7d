#include "app/views/map/view.h"

#include "app/frame/batch/batch.h"
#include "app/frame/inspector/inspector.h"
#include "app/frame/panels.h"
#include "app/panel/measures.h"
#include "app/state/place.h"
#include "app/state/saved_fields.h"
#include "app/views/map/camera_json.h"
#include "app/views/map/commands.h"
#include "app/views/map/following.h"

namespace vitrine {

namespace {

struct Fields {
    template <class AnyState, class Visit>
    void operator()(AnyState& state, Visit&& visit) const {
        auto& map = state.template of<MapView>();
        visit("framed", map.framed);
        visit("camera", map.free);
    }
};

void forget_place(State& state) {
    MapView& map = state.of<MapView>();
    map.framed.clear();
    map.free.reset();
    map.move.reset();
    map.follows = false;
}

/// Restores the place that was shown, as far as this run's map has it.
void come_to_rest(State& state) {
    follow_run(state, {});
    MapView& map = state.of<MapView>();
    map.move.reset();
    if (!map.layout || !frame_of(*map.layout, map.framed)) map.framed.clear();
    if (map.layout && map.free) map.free = within_limits(map, *map.free);
}

std::span<const Panel> panels() {
    static constexpr Panel list[] = {
        {Place::left_top, draw_batch, batch_height},
        {Place::left, draw_operations},
        {Place::centre, draw_map},
        {Place::right, draw_inspector},
        {Place::bottom, draw_transport},
        {Place::overlay, draw_field_choices},
    };
    return list;
}

}  // namespace

const Module map_module{
    .name = "map",
    .label = "Map",
    .tip = "follow the run from operation to operation (1)",
    .also = "figure overview architecture whole model",
    .main_tab = 1,
    .follow = follow_run,
    .forget = forget_place,
    .enter = reveal_step,
    .shows_selected =
        [](const State& state) {
            const auto chosen = chosen_on_map(state);
            return chosen && !chosen->tensor.empty();
        },
    .pass_time = move_camera,
    .moving = [](const State& state) { return state.of<MapView>().move.has_value(); },
    .panels = panels,
    .measures =
        [](const State&, float width, float height) {
            constexpr float bottom_height = 72;
            return WindowMeasures{left_width(width), width - right_width(width), height - bottom_height};
        },
    .figures = map_figures,
    .keys = {.leave =
                 [](const State& state, Commands& commands) {
                     if (state.of<MapView>().layout) commands.push_back(FrameMap{outwards(state.of<MapView>())});
                 }},
    .actions = map_actions,
    .saved = saved_fields<Fields>(),
    .restored = come_to_rest,
    .describe = describe_map,
};

}  // namespace vitrine
