#pragma once
/// Computes statistics of cells on the GPU. Only summaries of whole squares are read back.

#include "app/render/device/gpu_cells.h"
#include "core/tensor/statistics.h"

namespace vitrine {

/// Requires: a current OpenGL context. Leaves the bound framebuffer bound. Throws Error if the driver cannot draw to textures of
/// floats, or the cells are lost.
Statistics summary_of(const GpuCells& cells);

}  // namespace vitrine
