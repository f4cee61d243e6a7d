#pragma once
/// Makes another run of an open model: with other sentences, altered numbers, or other design choices.

#include "app/run/run.h"

namespace vitrine {

/// The run of the opened model with exactly these edits; reuses what has been computed for `run`. Throws Error if an edit does
/// not fit the model.
std::shared_ptr<const Run> with_edits(const std::shared_ptr<const Run>& run, const Edits& edits);

/// The run on the same sentences without alterations: `run` itself, or the run that it was altered from.
std::shared_ptr<const Run> untouched(const std::shared_ptr<const Run>& run);

/// The same run with every cell in main memory: `run` itself, or one computed on the CPU. `known`: a run that is returned if it is
/// the one.
std::shared_ptr<const Run> in_memory(const std::shared_ptr<const Run>& run, const std::shared_ptr<const Run>& known);

/// The run of the model as it was opened: `run` itself, or the run it was edited from.
std::shared_ptr<const Run> opened(const std::shared_ptr<const Run>& run);

/// The run with these edits, if it already exists: without alterations, the opened run or the untouched one. Otherwise null.
std::shared_ptr<const Run> existing_run(const std::shared_ptr<const Run>& run, const Edits& edits);

/// True if with_edits() takes so little time that the next frame may wait for it.
bool edits_at_once(const Run& run, const Edits& edits);

}  // namespace vitrine
