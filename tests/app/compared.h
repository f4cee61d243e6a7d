#pragma once
/// A window's state in which two runs are compared.

#include "app/base/job.h"
#include "app/compare/commands.h"
#include "app/edit/commands.h"
#include "app/edit/edit_job.h"
#include "tests/app/opened.h"

namespace vitrine::tests {

/// Run A is the navigation model without one head, run B without two.
inline State compared(ComparedSide side) {
    State state = new_state();
    apply(state, open_run(sample("navigation"), {.interventions = {.silenced = {{"encoder.layers.0.self_attn", 1}}}}));
    apply(state, PinRun{});
    apply(state, SilenceHead{"decoder.layers.0.cross_attn", 0, true});
    vitrine::apply(state, carry_out_now(edit_job(state.run, state.edits)));
    apply(state, ShowSide{side});
    return state;
}

}  // namespace vitrine::tests
