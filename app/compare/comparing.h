#pragma once
/// A run that is kept, A, beside the one that is worked on, B, and the difference of both, which every view shows as if it were a
/// run.

#include "app/compare/state.h"
#include "app/state/state.h"

namespace vitrine {

/// Two runs and, where it is known, the difference of an earlier pair, whose names may be used again.
struct ComparedRuns {
    std::shared_ptr<const Run> a = {}, b = {}, earlier = {};
};

/// B − A, tensor by tensor. Where a tensor cannot be compared, because A has none or one of another shape, its cells are NaN. Masks
/// are 1, 0 and −1, and ids stand for what became of a word. With gradients, where both runs have theirs.
std::shared_ptr<Run> difference_of(const ComparedRuns& runs);

/// The run that edits act on, whichever is shown; null until there is a model.
const std::shared_ptr<const Run>& working_run(const State& state);

/// True while run A is shown: it is kept as it is.
bool shows_a(const State& state);

/// The run whose sentences, switches and alterations are shown: A while that is shown, and else B, also below their difference.
const std::shared_ptr<const Run>& shown_run(const State& state);

/// What has been made of the shown run: of B what is wanted, though the run of it may still be under way.
const Edits& shown_edits(const State& state);

/// The difference of the pair that is compared now; null while it is not known, or nothing is pinned.
const RunDifference* comparison_of(const State& state);

/// True where that difference is to be shown but is not known.
bool lacks_difference(const State& state);

/// True where making it takes so little time that the next frame may wait for it.
bool compares_at_once(const ComparedRuns& runs);

/// True while the run on the screen is not yet the one that is wanted.
bool lacks_edits(const State& state);

}  // namespace vitrine
