#pragma once
/// The open menu: the titles of all menus side by side, below them the entries of one, and a line on the entry in question.

#include "app/base/command.h"
#include "app/panel/panel.h"
#include "app/state/state.h"

namespace vitrine {

void draw_menus(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
