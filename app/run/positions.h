#pragma once
/// The tensors that hold the encodings of positions.

#include <string>

#include "core/trace/outline.h"

namespace vitrine {

/// "src.positions", as the trace has it.
std::string positions_tensor(Side side);

/// The side whose positions a tensor holds; none for any other tensor.
Side side_of_positions(const std::string& tensor);

}  // namespace vitrine
