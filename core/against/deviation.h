#pragma once
/// How far two tensors are from each other where that means something.

#include <cstdint>
#include <span>
#include <vector>

#include "core/against/our_run.h"

namespace vitrine {

/// Numbers differ where |a − b| > tolerance · max(1, |b|), b the reference.
inline constexpr double usual_tolerance = 1e-4;

/// What is at most this is as good as −∞ in masked scores.
inline constexpr double as_good_as_hidden = -1e4;

/// |a − b| / max(1, |b|). 0 for two NaN, and where both are as good as hidden; ∞ where only one is NaN or they are infinitely far
/// apart.
double deviation_between(double a, double b);

struct LargestDeviation {
    double size = 0;
    Size cell = 0;  ///< the first one with it, in row-major order
};

/// The largest of the cells that count. Requires: as many numbers and flags as the reference has cells.
LargestDeviation largest_deviation(std::span<const float> theirs, const TensorView& reference,
                                   std::span<const std::uint8_t> counted);

/// 1 for the cells of a tensor of ours that count: in no row of padding, nor hidden by the mask of their attention. Row-major.
/// `path`: of a tensor that the run has.
std::vector<std::uint8_t> counted_cells(const std::string& path, const OurRun& run);

}  // namespace vitrine
