#pragma once
/// The loops over numbers as they were compiled for other levels of x86-64, against those in use.

#include <functional>
#include <string>
#include <vector>

#include "core/files/safetensors.h"
#include "core/selftest/self_test.h"

namespace vitrine {

/// The tensors and gradients of a sample's run.
struct SimdRun {
    StoredTensors tensors, gradients;
};

/// Runs a sample with a level, "v2"; empty: with the one that the loader takes. Throws Error where the run fails.
using RunWithLevel = std::function<SimdRun(const std::string& level)>;

/// In a process of its own.
SimdRun run_with_level(const std::string& level);

/// Compares all numbers of the runs with these levels with those of the level in use.
SelfTestCheck simd_variants_check(std::vector<std::string> other_levels, RunWithLevel run = run_with_level);

}  // namespace vitrine
