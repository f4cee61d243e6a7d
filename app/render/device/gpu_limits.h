#pragma once
/// What a graphics card can do at the most, as a copy and a product shader find it.

#include "app/render/device/gpu.h"

namespace vitrine {

struct GpuLimits {
    double bytes_per_second = 0;       ///< read and written, each counted
    double operations_per_second = 0;  ///< of floating point, a multiplication with its addition being two
};

/// The best of several times. Throws Error where the card fails.
GpuLimits measure_limits(const std::shared_ptr<Gpu>& gpu);

}  // namespace vitrine
