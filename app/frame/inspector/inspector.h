#pragma once
/// The current operation in words, and the selected tensor large.

#include "app/base/command.h"
#include "app/panel/panel.h"
#include "app/state/state.h"

namespace vitrine {

void draw_inspector(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
