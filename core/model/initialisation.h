#pragma once
/// What is drawn at random apart from a whole model's parameters.

#include <cstdint>

#include "core/tensor/tensor.h"

namespace vitrine {

/// A table of learned positions before any training: every number from N(0, 1), as nn.Embedding draws them. [position, feature].
/// The same from a seed; rows do not depend on how many follow.
Tensor draw_positions(Size positions, Size width, std::uint64_t seed);

}  // namespace vitrine
