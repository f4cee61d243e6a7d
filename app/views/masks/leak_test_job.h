#pragma once
/// The job of the leak test.

#include <memory>

#include "app/base/job.h"
#include "app/run/run.h"
#include "app/views/masks/state.h"

namespace vitrine {

/// Tests a run for leaks. Shows ShowLeakTest.
Job leak_test_job(const std::shared_ptr<const Run>& run, const LeakQuestion& question);

/// The test to show, if its result is missing.
std::optional<MissingResult> missing_leak_test(const State& state);

}  // namespace vitrine
