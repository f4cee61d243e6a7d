#pragma once
/// Heatmaps in a list of what is drawn.

#include "app/render/heatmap/heatmap_renderer.h"

namespace vitrine {

/// Adds a heatmap to the draw list, under its current clip rectangle and between what is added before and after. Where a cell is
/// smaller than a pixel, the pixel shows the one with the largest magnitude, or the mean, as the style says. Where the picture is
/// wanted as shapes, its visible cells become some, or a picture of pixels (app/render/heatmap/heatmap_svg.h). Needs a current
/// OpenGL context.
HeatmapLayout add_heatmap(DrawList& list, HeatmapRenderer& renderer, const Rect& area, const HeatmapCells& cells,
                          const HeatmapStyle& style);

}  // namespace vitrine
