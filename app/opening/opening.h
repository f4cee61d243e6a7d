#pragma once
/// Opening models, and the jobs for it.

#include <optional>

#include "app/base/job.h"
#include "app/opening/commands.h"
#include "app/session/data.h"

namespace vitrine {

/// Opens a model and makes its run with these edits. If the edits do not fit the model, the run has no edits, and ShowRun::lost
/// says why. Throws Error if the model cannot be opened.
ShowRun open_run(const ModelRequest& request, const Edits& edits, const std::shared_ptr<const AttentionDevice>& device = nullptr);

/// Opens a session's model with its edits and its run A. If run A cannot be made, ShowRun::lost_pinned says why. Requires:
/// session.model.
ShowRun open_session(const SavedSession& session, const std::shared_ptr<const AttentionDevice>& device = nullptr);

/// open_session() as a job: shows ShowRun, or OpeningFailed with the reason. Requires: session.model.
Job opening_job(const SavedSession& session, const std::shared_ptr<const AttentionDevice>& device = nullptr);

/// Computes the gradients of a run. Shows UpdateRun, or GradientsFailed with the reason.
Job gradients_job(const std::shared_ptr<const Run>& run);

/// The model to be opened, if any.
std::optional<MissingResult> missing_opening(const State& state);

/// The gradients that are to be shown, if they are missing.
std::optional<MissingResult> missing_gradients(const State& state);

}  // namespace vitrine
