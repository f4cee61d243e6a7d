#pragma once
/// Below the field where a word of the batch is typed: the words that complete it, or what becomes of one nobody knows.

#include "app/base/command.h"
#include "app/panel/panel.h"
#include "app/state/state.h"

namespace vitrine {

void draw_field_choices(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
