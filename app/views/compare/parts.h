#pragma once
/// Parts of the view Compare. Only app/views/compare includes this.

#include "app/panel/panel.h"
#include "app/views/compare/state.h"

namespace vitrine {

/// Below the first difference from a trace: why it differs, or how far the search for that has come. Requires: a trace is held.
void draw_causes(Ui& ui, Column& column, const State& state, Commands& commands);

/// Below the name of the tensor that a cause explains: its formula as the model has it, and as it is in the trace.
void draw_cause_formula(Ui& ui, Column& column, const State& state);

std::vector<Action> compare_actions(const Module& own);

}  // namespace vitrine
