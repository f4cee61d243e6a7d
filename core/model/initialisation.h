#pragma once
/// Random initial values outside of a whole model's parameters.

#include <cstdint>

#include "core/tensor/tensor.h"

namespace vitrine {

/// An untrained table of learned positions [position, feature], with values from N(0, 1) like nn.Embedding. Determined by the seed;
/// a row does not depend on the number of positions.
Tensor draw_positions(Size positions, Size width, std::uint64_t seed);

}  // namespace vitrine
