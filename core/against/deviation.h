#pragma once
/// How far two tensors are apart in the cells that count.

#include <cstdint>
#include <span>
#include <vector>

#include "core/against/our_run.h"

namespace vitrine {

/// Numbers a and b differ if |a − b| > tolerance · max(1, |b|), where b is the reference.
inline constexpr double usual_tolerance = 1e-4;

/// A masked score of at most this value is as good as −∞.
inline constexpr double as_good_as_hidden = -1e4;

/// |a − b| / max(1, |b|). 0 for two NaN, and if both are as good as hidden; ∞ if only one is NaN or if they are infinitely far
/// apart.
double deviation_between(double a, double b);

struct LargestDeviation {
    double size = 0;
    Size cell = 0;  ///< the first cell with this deviation, in row-major order
};

/// The largest deviation of the cells that count. Requires: as many numbers and flags as the reference has cells.
LargestDeviation largest_deviation(std::span<const float> theirs, const TensorView& reference,
                                   std::span<const std::uint8_t> counted);

/// 1 for each cell of a tensor of ours that counts: it is in no row of padding and not hidden by the attention's mask. Row-major.
/// `path`: a tensor that the run has.
std::vector<std::uint8_t> counted_cells(const std::string& path, const OurRun& run);

}  // namespace vitrine
