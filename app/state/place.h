#pragma once
/// The current step and the selected tensor: functions that several commands share.

#include "app/state/state.h"

namespace vitrine {

/// Whether the shown run has this tensor or parameter.
bool has_tensor(const State& state, const std::string& path);

/// Makes this step the current one and selects its result. The step is clamped to the steps of the run. In the backward pass, it
/// becomes the step that differentiates it, if there is one.
void show_step(State& state, int step);

/// The current place in the film of the run. Requires: a run is shown.
int film_place(const State& state);

/// Goes to a place of the film and selects what its step makes: a result or, in the backward pass, a gradient. The place is
/// clamped to the film. In the backward pass gradients are shown, until the forward pass is shown again.
void show_film_place(State& state, int place);

/// The number of steps to the end of the forward pass; from there, to the end of the backward pass; then to the update. Requires:
/// a run is shown.
int steps_to_end(const State& state);

/// The step of the backward pass that is shown; null: none is.
const BackwardStep* backward_step(const State& state);

/// Which of W_Q, W_K and W_V is shown alone, if the selected parameter stacks them; nothing: the whole tensor is shown.
std::optional<StackedProjection> projection_alone(const State& state);

/// Selects a tensor or parameter and goes to the step that computes or first reads it. Does nothing if the run does not have it.
void select_tensor(State& state, const std::string& path);

/// Goes back to values when another view or model is shown. In the backward pass gradients stay until the forward pass is shown
/// again.
void leave_gradients(State& state);

/// Goes back to values if gradients are chosen and the run has no loss. Returns whether it did.
bool show_values_without_loss(State& state);

/// Scrolls the current step into view in the outline.
void reveal_step(State& state);

/// Shows another run. The selection stays if the new run has it; State::edits are unchanged.
void show_run(State& state, std::shared_ptr<const Run> run);

}  // namespace vitrine
