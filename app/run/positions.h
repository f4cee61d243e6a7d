#pragma once
/// The tensors with the positional encodings.

#include <string>

#include "core/trace/outline.h"

namespace vitrine {

/// The tensor's path: "src.positions".
std::string positions_tensor(Side side);

/// The side whose positions this tensor holds; Side::none for any other tensor.
Side side_of_positions(const std::string& tensor);

}  // namespace vitrine
