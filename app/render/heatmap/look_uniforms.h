#pragma once
/// Sets the uniforms of shaders/heatmap_look.glsl.

#include "app/render/heatmap/heatmap.h"

namespace vitrine {

class LookUniforms {
public:
    explicit LookUniforms(unsigned program);

    /// Sets the uniforms. Requires: the program is in use.
    void set(const HeatmapLayout& layout, const HeatmapStyle& style) const;

private:
    int pitch_, gap_, pixel_, scale_, range_, curve_, masked_, mean_, minus_, zero_, plus_, hatch_, mark_, opacity_;
};

}  // namespace vitrine
