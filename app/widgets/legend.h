#pragma once
/// What the colours of cells stand for.

#include "app/widgets/column.h"

namespace vitrine {

/// The range a picture's colours stand for. Draws a bar with its ends and zero; of numbers none of which is finite but 0, zero
/// alone.
void legend(Ui& ui, const Rect& area, const HeatmapStyle& style);
constexpr float legend_height = 24;

/// The same in the next line of a column, no wider than `widest`. Gives what it takes up.
Rect legend(Ui& ui, Column& column, float widest, const HeatmapStyle& style);

}  // namespace vitrine
