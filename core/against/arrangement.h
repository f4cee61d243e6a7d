#pragma once
/// How another program lays a tensor out: in which order it has our axes, and which of them it has joined to one.

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/tensor/layout.h"

namespace vitrine {

/// Our axes in the order in which the other program's memory has them, the slowest first; entries past the rank are 0. Which
/// neighbours are joined does not matter for where a number lies.
using Arrangement = std::array<int, max_rank>;

/// The arrangements of a tensor of ours that make this shape, those that are usual first: batch first or second; heads apart, side
/// by side (B L D) or joined to the batch (B·H); transposed. Axes of length 1 count for nothing.
std::vector<Arrangement> arrangements(const Layout& ours, std::span<const Size> shape);

/// The numbers in our order. Requires: the arrangement is one of those of the tensor's shape.
std::vector<float> arranged(std::span<const float> theirs, const Layout& ours, const Arrangement& arrangement);

/// "B L H d": the letters of our axes in that order.
std::string arrangement_text(const Layout& ours, const Arrangement& arrangement);

}  // namespace vitrine
