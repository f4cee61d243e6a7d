#pragma once
/// The parts of the view Compare. Only app/views/compare includes this.

#include "app/panel/panel.h"
#include "app/views/compare/state.h"

namespace vitrine {

/// Draws why a trace differs, or how far the search for causes is, below the first difference. Requires: there is a trace.
void draw_causes(Ui& ui, Column& column, const State& state, Commands& commands);

/// Draws the formula of the tensor that a cause explains, below its name: as the model has it, and as the trace has it.
void draw_cause_formula(Ui& ui, Column& column, const State& state);

std::vector<Action> compare_actions(const Module& own);

}  // namespace vitrine
