#include "app/views/compare/commands.h"

#include "app/compare/commands.h"
#include "app/state/lesson_limits.h"
#include "app/state/state.h"
#include "app/state/window_commands.h"

namespace vitrine {

void let_go(HeldTrace& held) {
    if (held.stop) held.stop->store(true);
    held = {.asked = held.asked};
}

void do_command(State& state, const HoldTrace& command) {
    refuse_lessons(state, "opens a file");
    if (!state.run) return void(state.message = command.file + ": a trace is compared with the open run, and no model is open");
    HeldTrace& held = state.of<HeldTrace>();
    if (held.recorded) do_command(state, UnpinRun{});
    let_go(held);
    held.file = command.file;
    ++held.asked;
    state.message.clear();
}

void do_command(State& state, const ShowTrace& command) {
    HeldTrace& held = state.of<HeldTrace>();
    if (held.recorded || held.file != command.file) return;
    held.recorded = command.recorded, held.reference = command.reference;
    held.stop = std::make_shared<std::atomic<bool>>(false);
    do_command(state, PinRun{command.recorded});
    if (held.asked > 0) do_command(state, SetView{View::compare});  // a session's trace stays where its session was
}

void do_command(State& state, const TraceFailed& command) {
    let_go(state.of<HeldTrace>());
    state.message = command.why;
}

void do_command(State& state, const StopSearch&) {
    const HeldTrace& held = state.of<HeldTrace>();
    if (held.stop) held.stop->store(true);
}

void do_command(State& state, const CausesTried& command) {
    HeldTrace& held = state.of<HeldTrace>();
    if (held.recorded == command.recorded) held.tried = command.tried;
}

void do_command(State& state, const TellCauses& command) {
    HeldTrace& held = state.of<HeldTrace>();
    if (held.recorded == command.recorded) held.told = command.told;
}

}  // namespace vitrine
