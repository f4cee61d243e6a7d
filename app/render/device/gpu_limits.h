#pragma once
/// Measures the peak performance of a graphics card with a copy and a product shader.

#include "app/render/device/gpu.h"

namespace vitrine {

struct GpuLimits {
    double bytes_per_second = 0;       ///< read and written bytes both count
    double operations_per_second = 0;  ///< floating-point operations; a multiplication with its addition counts as two
};

/// The best of several measurements. Throws Error if the card fails.
GpuLimits measure_limits(const std::shared_ptr<Gpu>& gpu);

}  // namespace vitrine
