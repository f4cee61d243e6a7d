#pragma once
/// Which step and which tensor are looked at: what several commands do to that.

#include "app/state/state.h"

namespace vitrine {

/// Whether there is a run that has this tensor or parameter.
bool has_tensor(const State& state, const std::string& path);

/// The step becomes the current one, and its result the selected tensor. A step beyond the ends is the first or the last.
void show_step(State& state, int step);

/// A tensor that the run does not have changes nothing.
void select_tensor(State& state, const std::string& path);

/// The step's place in the outline comes into view, wherever that had been scrolled to.
void reveal_step(State& state);

/// Another run on the screen; what is selected stays so, as far as that run has it. The edits that are asked for stay as they are.
void show_run(State& state, std::shared_ptr<const Run> run);

}  // namespace vitrine
