#pragma once
/// Making the run that edits ask for.

#include <memory>
#include <optional>

#include "app/base/job.h"
#include "app/run/edits.h"
#include "app/run/run.h"

namespace vitrine {

/// The run with these edits: ShowEditedRun, or EditsFailed with the reason.
Job edit_job(const std::shared_ptr<const Run>& run, const Edits& edits);

/// The run that is wanted, while it is not there.
std::optional<Lack> edits_lack(const State& state);

}  // namespace vitrine
