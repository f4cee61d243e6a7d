#pragma once
/// Drawing heatmaps into a draw list.

#include "app/render/heatmap/heatmap_renderer.h"

namespace vitrine {

/// Adds a heatmap to the draw list, with its current clip rectangle and in drawing order. Where a cell is smaller than a pixel, the
/// pixel shows the cell with the largest magnitude, or the mean, as the style says. In an SVG, the visible cells become shapes or a
/// picture of pixels (app/render/heatmap/heatmap_svg.h). Requires: a current OpenGL context.
HeatmapLayout add_heatmap(DrawList& list, HeatmapRenderer& renderer, const Rect& area, const HeatmapCells& cells,
                          const HeatmapStyle& style);

}  // namespace vitrine
