#pragma once
/// What went wrong, in one line, until it is taken away.

#include "app/base/command.h"
#include "app/panel/panel.h"
#include "app/state/state.h"

namespace vitrine {

void draw_message(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
