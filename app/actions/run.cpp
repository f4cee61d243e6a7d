/// Actions for playing a run.

#include <fmt/format.h>

#include "app/actions/actions.h"
#include "app/state/refusals.h"
#include "app/state/transport_commands.h"
#include "app/state/window_commands.h"

namespace vitrine {

namespace {

Action play() {
    return {.id = "run/play",
            .label = "Play the run",
            .menu = ActionMenu::run,
            .for_lessons = true,
            .keys = "space",
            .key_views = {View::map},
            .tip = "One operation after another, on the map.",
            .perform =
                [](const State& state, Commands& commands) {
                    if (state.view != View::map) commands.push_back(SetView{View::map});
                    commands.push_back(SetPlaying{!state.transport.playing});
                },
            .refused = needs_run,
            .label_now = [](const State& state) -> std::string { return state.transport.playing ? "Pause" : play_words(state); }};
}

Action so_far() {
    return {.id = "run/so-far",
            .label = "Only what has been computed so far",
            .menu = ActionMenu::run,
            .for_lessons = true,
            .tip = "While the run is played, the results of later steps are not shown yet.",
            .perform = [](const State& state, Commands& commands) { commands.push_back(SetSoFar{!state.transport.so_far}); },
            .chosen = [](const State& state) { return state.transport.so_far; }};
}

Action speed(double steps_per_second) {
    return {.id = fmt::format("run/speed-{:g}", steps_per_second),
            .label = fmt::format("{:g} step{} a second", steps_per_second, steps_per_second == 1 ? "" : "s"),
            .menu = ActionMenu::run,
            .for_lessons = true,
            .group = 1,
            .tip = "The speed of Play.",
            .perform = gives(SetSpeed{steps_per_second}),
            .chosen = [=](const State& state) { return state.transport.steps_per_second == steps_per_second; }};
}

}  // namespace

std::vector<Action> run_actions() {
    std::vector<Action> list{play(), so_far()};
    for (const double steps_per_second : {0.5, 1.0, 2.0, 4.0}) list.push_back(speed(steps_per_second));
    return list;
}

}  // namespace vitrine
