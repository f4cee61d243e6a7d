#pragma once
/// Testing away from the drawing thread what a run's masks keep apart.

#include <memory>

#include "app/base/job.h"
#include "app/run/run.h"
#include "app/views/masks/state.h"

namespace vitrine {

/// A test of a run: ShowLeakTest.
Job leak_test_job(const std::shared_ptr<const Run>& run, const LeakQuestion& question);

/// The test that is to be shown, while its answer is not known.
std::optional<Lack> leak_test_lack(const State& state);

}  // namespace vitrine
