#pragma once
/// A window in which somebody opens a link.

#include <string>

#include "app/base/job.h"
#include "app/link/commands.h"
#include "app/opening/opening.h"
#include "tests/app/opened.h"

namespace vitrine::tests {

/// Does what the frame loop does until the model is open.
inline void open_model(State& state) {
    for (int i = 0; state.opening && i < 3; ++i) apply(state, carry_out_now(missing_opening(state)->job));
}

/// The state of a program that has opened a link.
inline State opens(const std::string& link, State state = new_state()) {
    apply(state, OpenLink{link});
    open_model(state);
    return state;
}

}  // namespace vitrine::tests
