#pragma once
/// Opens models, and what belongs to them.

#include <optional>

#include "app/base/job.h"
#include "app/opening/commands.h"
#include "app/session/data.h"

namespace vitrine {

/// Opens a model and makes the run of it that these edits ask for; without them, and saying so, where they have no place in it.
/// Throws Error where the model cannot be opened.
ShowRun open_run(const ModelRequest& request, const Edits& edits, const std::shared_ptr<const AttentionDevice>& device = nullptr);

/// The same for a session, with the run that it compares with; without that, and saying so, where it cannot be had.
ShowRun open_session(const SavedSession& session, const std::shared_ptr<const AttentionDevice>& device = nullptr);

/// The same, as a job: ShowRun, or OpeningFailed with the reason.
Job opening_job(const SavedSession& session, const std::shared_ptr<const AttentionDevice>& device = nullptr);

/// The gradients of a run: UpdateRun, or GradientsFailed with the reason.
Job gradients_job(const std::shared_ptr<const Run>& run);

/// The model that is being opened.
std::optional<Lack> opening_lack(const State& state);

/// The gradients that are to be shown.
std::optional<Lack> gradients_lack(const State& state);

}  // namespace vitrine
