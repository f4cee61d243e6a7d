#pragma once
/// Draws heatmaps into a draw list.

#include "app/render/heatmap/heatmap_renderer.h"

namespace vitrine {

/// Adds a heatmap to the draw list, with its current clip rectangle and in drawing order. If cells are smaller than a pixel, the
/// pixel shows the cell with the largest magnitude or the mean, depending on the style. In an SVG, the visible cells become
/// shapes or a picture made of pixels (app/render/heatmap/heatmap_svg.h). Requires: a current OpenGL context.
HeatmapLayout add_heatmap(DrawList& list, HeatmapRenderer& renderer, const Rect& area, const HeatmapCells& cells,
                          const HeatmapStyle& style);

}  // namespace vitrine
