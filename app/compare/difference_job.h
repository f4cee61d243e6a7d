#pragma once
/// Making the difference of the runs that are compared.

#include <optional>

#include "app/base/job.h"
#include "app/compare/comparing.h"

namespace vitrine {

/// The difference: ShowDifference, or DifferenceFailed with the reason.
Job difference_job(const ComparedRuns& runs);

/// Of the two runs that are compared, whose difference may be known for an earlier pair.
ComparedRuns compared_runs(const State& state);

/// The difference that is to be shown, while it is not known.
std::optional<Lack> difference_lack(const State& state);

}  // namespace vitrine
