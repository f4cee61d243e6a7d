#pragma once
/// Draws heatmaps made of tiles.

#include "app/render/heatmap/look_uniforms.h"
#include "app/render/heatmap/tiled_heatmap.h"

namespace vitrine {

/// The target of drawing: its upper left corner in logical pixels, and the framebuffer's size in its own pixels.
struct DrawTarget {
    ImVec2 origin{0, 0};
    int width = 0, height = 0;
};

/// Requires: a current OpenGL context, also in the destructor.
class TileProgram {
public:
    TileProgram();
    ~TileProgram();
    TileProgram(const TileProgram&) = delete;
    TileProgram& operator=(const TileProgram&) = delete;

    void draw(const HeatmapLayout& layout, const HeatmapStyle& style, const TiledHeatmap& heatmap, const DrawTarget& target) const;

private:
    void draw_part(const TilePart& part) const;

    unsigned program_ = 0, vertex_array_ = 0;
    LookUniforms look_;
    struct Uniforms {
        int part, corner, area, viewport, find, holds, exchanged, level, cells, shift;
    } at_{};
};

}  // namespace vitrine
