#pragma once
/// A run as it would be with other design choices, to be looked at. Nothing is edited.

#include <memory>

#include "app/run/run.h"

namespace vitrine {

/// The run itself where its design is that one. Null where it cannot be: it is a difference, too large to be computed while the
/// next frame waits, or the model does not run with the design. Kept with the run; for the drawing thread.
std::shared_ptr<const Run> tried(const std::shared_ptr<const Run>& run, const Design& design);

}  // namespace vitrine
