#pragma once
/// Heatmaps as shapes: a rectangle for every cell that can be seen, in the colour the shader gives it, with its marks and hatching.

#include "app/render/heatmap/heatmap.h"
#include "app/render/svg.h"

namespace vitrine {

/// Whether the visible cells become shapes. They do where they are at least 2 pixels of the display wide and high and not more than
/// 10 000; others would be a heavy file of what cannot be told apart, and are a picture of pixels.
bool cells_become_shapes(const Svg& svg, const HeatmapLayout& layout);

/// Adds the cells within the clip rectangle.
void add_cells(Svg& svg, const HeatmapLayout& layout, const HeatmapCells& cells, const HeatmapStyle& style);

}  // namespace vitrine
