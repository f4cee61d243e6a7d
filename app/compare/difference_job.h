#pragma once
/// The job that makes the difference of the compared runs.

#include <optional>

#include "app/base/job.h"
#include "app/compare/comparing.h"

namespace vitrine {

/// Shows ShowDifference, or DifferenceFailed with the reason.
Job difference_job(const ComparedRuns& runs);

/// The current pair, with the newest known difference.
ComparedRuns compared_runs(const State& state);

/// The difference of the current pair, if it is to be shown and missing.
std::optional<MissingResult> missing_difference(const State& state);

}  // namespace vitrine
