#pragma once
/// How another program lays out a tensor: the order of our axes, and which of them are joined into one.

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/tensor/layout.h"

namespace vitrine {

/// Our axes in the order in which they lie in the other program's memory, the slowest first; entries past the rank are 0. Joining
/// neighbours does not change where a number lies, so it is not recorded.
using Arrangement = std::array<int, max_rank>;

/// All arrangements in which our tensor has this shape, the usual ones first: batch first or second; heads separate, side by side
/// (B L D) or joined with the batch (B·H); transposed. Axes of length 1 are ignored.
std::vector<Arrangement> arrangements(const Layout& ours, std::span<const Size> shape);

/// The numbers in our order. Requires: the arrangement is one that arrangements() returns for the tensor's shape.
std::vector<float> arranged(std::span<const float> theirs, const Layout& ours, const Arrangement& arrangement);

/// "B L H d": the letters of our axes in that order.
std::string arrangement_text(const Layout& ours, const Arrangement& arrangement);

}  // namespace vitrine
