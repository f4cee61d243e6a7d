#pragma once
/// A window's state with a sample open.

#include "app/base/command.h"
#include "app/opening/commands.h"
#include "app/run/edited.h"
#include "app/run/make_run.h"
#include "app/shell/modules.h"
#include "app/state/state.h"

namespace vitrine::tests {

inline ModelRequest sample(const char* name) {
    ModelRequest request;
    request.sample = name;
    return request;
}

inline State opened(const char* name) {
    State state = new_state();
    apply(state, ShowRun{make_run(sample(name))});
    return state;
}

}  // namespace vitrine::tests
