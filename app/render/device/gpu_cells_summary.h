#pragma once
/// Statistics of cells on the GPU, of which only what is true of whole squares of them comes back.

#include "app/render/device/gpu_cells.h"
#include "core/tensor/statistics.h"

namespace vitrine {

/// Needs a current OpenGL context. Leaves the framebuffer that was bound, bound. Throws Error where the driver cannot draw to
/// textures of floats, and where the cells are no longer to be had.
Statistics summary_of(const GpuCells& cells);

}  // namespace vitrine
