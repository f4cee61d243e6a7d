#include "app/base/command.h"
#include "app/state/lacking.h"
#include "app/state/state.h"

namespace vitrine {

void apply(State& state, const Command& command) {
    const Change change{command.traits(), state.run, state.selection.tensor};
    for (const Module* module : state.modules) {
        if (module->before) module->before(state, change.traits);
    }
    command.carry_out(state);
    for (const Module* module : state.modules) {
        if (module->follow && works(state, *module)) module->follow(state, change);
    }
}

}  // namespace vitrine
