#pragma once
/// A run as it would be with other edits, to be looked at. Nothing is edited.

#include <memory>

#include "app/run/run.h"

namespace vitrine {

/// The run of the same model with these edits: `run` itself where it has them, or the run that it was altered from. Null where
/// there cannot be one: `run` is a difference, the pass is too large for the next frame to wait for, or the edits do not fit the
/// model. Kept with `run`; for the drawing thread.
std::shared_ptr<const Run> tried(const std::shared_ptr<const Run>& run, const Edits& edits);

/// The same with another design and the run's own edits beside it.
std::shared_ptr<const Run> tried(const std::shared_ptr<const Run>& run, const Design& design);

}  // namespace vitrine
