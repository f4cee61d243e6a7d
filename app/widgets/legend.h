#pragma once
/// What the colours of cells stand for.

#include "app/widgets/ui.h"

namespace vitrine {

/// The range a picture's colours stand for. Draws a bar with its ends and zero; of numbers none of which is finite but 0, zero
/// alone.
void legend(Ui& ui, const Rect& area, const HeatmapStyle& style);

}  // namespace vitrine
