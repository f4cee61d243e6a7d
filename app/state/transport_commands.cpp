#include "app/state/transport_commands.h"

#include <algorithm>

#include "app/run/run.h"
#include "app/state/lacking.h"
#include "app/state/notice.h"
#include "app/state/place.h"

namespace vitrine {

namespace {

bool is_at_end(const State& state) { return film_place(state) == film_of(*state.run).places() - 1; }

}  // namespace

void do_command(State& state, const GoToStep& command) {
    show_step(state, command.step);
    state.transport.under_way = false;
}

void do_command(State& state, const MoveStep& command) {
    if (state.run) show_film_place(state, film_place(state) + command.by);
}

void do_command(State& state, const GoToPhase& command) {
    if (!state.run) return;
    const auto backward = film_of(*state.run).place_of_backward(state.step);
    if (command.phase == Phase::forward) show_film_place(state, state.step);
    if (command.phase == Phase::backward && backward) show_film_place(state, *backward);
    if (command.phase == Phase::update && film_of(*state.run).has_update()) show_film_place(state, film_of(*state.run).update());
    state.transport.under_way = false;
}

void do_command(State& state, const SetSoFar& command) { state.transport.so_far = command.so_far; }

void do_command(State& state, const SetPlaying& command) {
    if (command.playing && state.run && is_at_end(state)) show_film_place(state, 0);
    state.transport.playing = command.playing && state.run;
    state.transport.under_way |= state.transport.playing;
    state.transport.since_step = 0;
}

std::string play_words(const State& state) {
    if (!state.run || film_place(state) < state.run->last_step()) return "Play the forward pass";
    return is_at_end(state) ? "Play from the start" : "Play the backward pass";
}

void do_command(State& state, const SetSpeed& command) {
    state.transport.steps_per_second = std::clamp(command.steps_per_second, 0.25, 16.0);
}

void do_command(State& state, const PassTime& command) {
    for (const Module* module : state.modules) {
        if (module->pass_time && works(state, *module)) module->pass_time(state, command.seconds);
    }
    pass_notice(state, command.seconds);
    Transport& transport = state.transport;
    if (!transport.playing || !state.run) return;
    transport.since_step += command.seconds;
    if (transport.since_step < 1 / transport.steps_per_second) return;
    show_film_place(state, film_place(state) + 1);
    transport.playing = !is_at_end(state);
    if (!transport.playing) transport.under_way = false;
}

}  // namespace vitrine
