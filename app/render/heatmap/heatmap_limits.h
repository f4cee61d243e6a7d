#pragma once
/// The limits for large heatmaps.

#include "core/tensor/layout.h"

namespace vitrine {

struct HeatmapLimits {
    Size bytes = Size{256} << 20;          ///< of all textures; beyond this the oldest ones are dropped
    Size bytes_per_frame = Size{8} << 20;  ///< uploaded to graphics memory per frame, but at least one tile
    double milliseconds_per_frame = 1;     ///< for making tiles, but at least one step
};

}  // namespace vitrine
