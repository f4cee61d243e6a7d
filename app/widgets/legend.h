#pragma once
/// The legend of a heatmap's colours.

#include "app/widgets/column.h"

namespace vitrine {

/// Draws the range of a picture's colours: a bar with its ends and zero or, if all finite numbers are 0, only zero.
void legend(Ui& ui, const Rect& area, const HeatmapStyle& style);
constexpr float legend_height = 24;

/// The same in the next line of a column, no wider than `widest`. Returns the area it takes.
Rect legend(Ui& ui, Column& column, float widest, const HeatmapStyle& style);

}  // namespace vitrine
