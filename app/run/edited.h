#pragma once
/// Making another run of an open model: with other sentences, altered numbers, or other choices of design.

#include "app/run/run.h"

namespace vitrine {

/// The run that these edits, and no others, make of the model that a run is of; begins with what that run has computed already.
/// Throws Error where an edit has no place in it.
std::shared_ptr<const Run> with_edits(const std::shared_ptr<const Run>& run, const Edits& edits);

/// The run as the model makes it of its sentences: itself, or the one it was altered from.
std::shared_ptr<const Run> untouched(const std::shared_ptr<const Run>& run);

/// The same run with every cell in memory: itself, or computed here. Numbers of two places differ by roundings, and these would
/// pass for changes. `known`: a run that may be it.
std::shared_ptr<const Run> computed_here(const std::shared_ptr<const Run>& run, const std::shared_ptr<const Run>& known);

/// The run of the model as it was opened: itself, or the one it was edited from.
std::shared_ptr<const Run> opened(const std::shared_ptr<const Run>& run);

/// That run, where it is known: what is not altered may have been there before. Null otherwise.
std::shared_ptr<const Run> made_already(const std::shared_ptr<const Run>& run, const Edits& edits);

/// True where making that run takes so little time that the next frame may wait for it.
bool edits_at_once(const Run& run, const Edits& edits);

}  // namespace vitrine
