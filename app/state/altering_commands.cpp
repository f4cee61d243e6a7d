/// What commands do to the run by hand.

#include <utility>

#include "app/state/altering.h"
#include "app/state/command_parts.h"

namespace vitrine {

namespace {

/// What is wanted of the run has changed: without interventions it is there already.
void want(State& state, Interventions interventions) {
    if (interventions.empty()) {
        replace_run(state, untouched(state.run));
    } else {
        state.interventions = std::move(interventions);
    }
}

}  // namespace

void do_command(State& state, const SilenceHead& command) {
    if (!can_alter(state) || !state.run->trace.find(command.attention + ".context").present()) return;
    if (command.head < 0 || command.head >= head_count(*state.run)) return;
    Interventions wanted = state.interventions;
    std::erase(wanted.silenced, SilencedHead{command.attention, command.head});
    if (command.silent) wanted.silenced.push_back({command.attention, command.head});
    want(state, std::move(wanted));
}

void do_command(State& state, const RestoreRun&) {
    if (can_alter(state)) want(state, {});
}

void do_command(State& state, const ShowAlteredRun& command) {
    if (!lacks_alteration(state) || command.run->interventions != state.interventions) return;
    if (untouched(command.run)->generation == untouched(state.run)->generation) replace_run(state, command.run);
}

}  // namespace vitrine
