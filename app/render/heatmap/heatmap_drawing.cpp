#include "app/render/heatmap/heatmap_drawing.h"

#include <algorithm>

#include "app/render/heatmap/heatmap_svg.h"
#include "app/render/png.h"

namespace vitrine {

namespace {

bool is_in(const HeatmapCells& cells, const Index& index) {
    for (int axis = 0; axis < cells.tensor.layout.rank; ++axis) {
        if (axis != cells.row_axis && axis != cells.column_axis && index[axis] != cells.fixed[axis]) return false;
    }
    return true;
}

/// Marks a cell written by hand: a frame within the cell, or around it if it is too small, and a filled corner.
void mark_written(DrawList& list, const HeatmapLayout& layout, const HeatmapCells& cells, const HeatmapStyle& style) {
    constexpr float smallest_within = 8, thickness = 1.5f;
    for (const Index& index : cells.written) {
        if (!is_in(cells, index)) continue;
        const int row = cells.row_axis < 0 ? 0 : static_cast<int>(index[cells.row_axis]);
        const int column = cells.column_axis < 0 ? 0 : static_cast<int>(index[cells.column_axis]);
        const Rect cell = layout.cell(row, column);
        const bool within = std::min(cell.width(), cell.height()) >= smallest_within;
        const Rect frame = cell.inset(within ? 1.25f : -2.0f);
        list.AddRect(frame.min, frame.max, style.mark, 1, 0, thickness);
        if (!within) continue;
        const float corner = std::min(7.0f, 0.3f * std::min(cell.width(), cell.height()));
        const ImVec2 at{frame.min.x, frame.max.y};
        list.AddTriangleFilled(at, {at.x, at.y - corner}, {at.x + corner, at.y}, style.mark);
    }
}

void add_pixels(Svg& svg, HeatmapRenderer& renderer, const HeatmapLayout& layout, const void* waiting) {
    const Rect seen = layout.area.intersection(svg.clip());
    if (!seen.empty()) svg.image(seen, png(renderer.pixels(waiting, seen)));
}

}  // namespace

HeatmapLayout add_heatmap(DrawList& list, HeatmapRenderer& renderer, const Rect& area, const HeatmapCells& cells,
                          const HeatmapStyle& style) {
    const HeatmapLayout layout = heatmap_layout(area, cells.rows(), cells.columns(), style);
    const bool nothing = !cells.tensor.present() || layout.rows == 0 || layout.columns == 0;
    if (nothing || layout.area.intersection(clip_rect(list)).empty()) return layout;
    void* waiting = renderer.add(layout, cells, style, clip_rect(list));
    list.AddCallback(HeatmapRenderer::draw_heatmap, waiting);
    if (Svg* svg = list.svg())
        cells_become_shapes(*svg, layout) ? add_cells(*svg, layout, cells, style) : add_pixels(*svg, renderer, layout, waiting);
    mark_written(list, layout, cells, style);
    return layout;
}

}  // namespace vitrine
