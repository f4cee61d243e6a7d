#pragma once
/// The current step and the selected tensor: functions that several commands share.

#include "app/state/state.h"

namespace vitrine {

/// Whether a run is shown that has this tensor or parameter.
bool has_tensor(const State& state, const std::string& path);

/// Makes this step the current one and selects its result. The step is clamped to the steps of the run.
void show_step(State& state, int step);

/// Selects a tensor or parameter and goes to the step that computes or first reads it. Does nothing if the run does not have it.
void select_tensor(State& state, const std::string& path);

/// Scrolls the current step into view in the outline.
void reveal_step(State& state);

/// Shows another run. The selection stays as far as the new run has it; State::edits are unchanged.
void show_run(State& state, std::shared_ptr<const Run> run);

}  // namespace vitrine
