#pragma once
/// Draws heatmaps as shapes: a rectangle for every visible cell, in the shader's colour, with its marks and hatching.

#include "app/render/heatmap/heatmap.h"
#include "app/render/svg.h"

namespace vitrine {

/// Whether the visible cells become shapes: if they are at least 2 display pixels wide and high, and at most 10 000. Otherwise
/// they become a picture made of pixels, since shapes would give a large file of indistinguishable cells.
bool cells_become_shapes(const Svg& svg, const HeatmapLayout& layout);

/// Adds the cells within the clip rectangle.
void add_cells(Svg& svg, const HeatmapLayout& layout, const HeatmapCells& cells, const HeatmapStyle& style);

}  // namespace vitrine
