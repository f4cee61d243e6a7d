#pragma once
/// Attention as the graphics card computes it, against the processor's.

#include "app/render/device/gpu.h"
#include "core/selftest/self_test.h"

namespace vitrine {

/// Computes a sample's attentions in compute shaders, and compares all numbers of the run. Without OpenGL 4.3 there is nothing to
/// compare.
SelfTestCheck graphics_check(GpuOptions options = {});

}  // namespace vitrine
