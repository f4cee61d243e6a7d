#pragma once
/// The job that makes the run of the wanted edits.

#include <memory>
#include <optional>

#include "app/base/job.h"
#include "app/run/edits.h"
#include "app/run/run.h"

namespace vitrine {

/// Makes the run with these edits. Shows ShowEditedRun, or EditsFailed with the reason.
Job edit_job(const std::shared_ptr<const Run>& run, const Edits& edits);

/// The run of the wanted edits, if it is missing.
std::optional<MissingResult> missing_edits(const State& state);

}  // namespace vitrine
