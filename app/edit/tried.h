#pragma once
/// A run as it would be with other design choices, just to be looked at. Nothing is edited.

#include <memory>

#include "app/run/run.h"

namespace vitrine {

/// The run itself if it has that design. Null if there cannot be one: the run is a difference, is too large to be computed while
/// the next frame waits, or its model cannot have the design. Kept in the run; for the drawing thread.
std::shared_ptr<const Run> tried(const std::shared_ptr<const Run>& run, const Design& design);

}  // namespace vitrine
