#pragma once
/// How much large heatmaps may take.

#include "core/tensor/layout.h"

namespace vitrine {

struct HeatmapLimits {
    Size bytes = Size{256} << 20;          ///< of textures, before the oldest ones are dropped
    Size bytes_per_frame = Size{8} << 20;  ///< that go to the graphics memory, but at least one tile
    double milliseconds_per_frame = 1;     ///< for making tiles, but at least one step of it
};

}  // namespace vitrine
