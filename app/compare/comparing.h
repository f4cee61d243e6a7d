#pragma once
/// Comparing run A, which is kept, with run B, which is edited. Every view shows their difference as if it were a run.

#include "app/compare/state.h"
#include "app/state/state.h"

namespace vitrine {

/// Two runs and, if known, an earlier difference, whose outline may be reused.
struct ComparedRuns {
    std::shared_ptr<const Run> a = {}, b = {}, earlier = {};
};

/// B − A, tensor by tensor. A tensor that A lacks, or has in another shape, gets NaN cells. Masks become 1, 0 and −1; ids index
/// RunDifference::words. Has gradients if both runs have them.
std::shared_ptr<Run> difference_of(const ComparedRuns& runs);

/// The first tensor that differs, in order of computation. For a recorded run A, the first recorded one beyond the tolerance,
/// which may be a parameter. Null if there is none.
const TensorChange* first_difference(const RunDifference& difference);

/// The run that edits apply to, whichever side is shown; null before any model is open.
const std::shared_ptr<const Run>& working_run(const State& state);

/// Whether the shown run, run B, or a run of the shown difference is one attention alone. Requires: a run is shown.
bool has_lone_attention(const State& state);

/// True while run A is shown, which cannot be edited.
bool shows_a(const State& state);

/// The run whose sentences, switches and alterations are shown: A while A is shown, otherwise B, also for the difference.
const std::shared_ptr<const Run>& shown_run(const State& state);

/// The edits of the shown run; for B the wanted ones, whose run may not be ready yet.
const Edits& shown_edits(const State& state);

/// The difference of the current pair; null while it is not known or no run is pinned.
const RunDifference* comparison_of(const State& state);

/// True if that difference is to be shown but is not known.
bool lacks_difference(const State& state);

/// True if difference_of() takes so little time that the next frame may wait for it.
bool compares_at_once(const ComparedRuns& runs);

/// True while the run of the wanted edits does not exist yet.
bool lacks_edits(const State& state);

}  // namespace vitrine
