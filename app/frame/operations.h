#pragma once
/// The outline of the run: every operation in the order of execution.

#include "app/base/command.h"
#include "app/panel/panel.h"
#include "app/state/state.h"

namespace vitrine {

void draw_operations(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
