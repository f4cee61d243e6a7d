#pragma once
/// The program proves itself on this machine: every check computes something in two ways that have to agree, or compares it with
/// what PyTorch has computed, and says how far apart the two are at worst and how far they may be.

#include <functional>
#include <vector>

#include "core/selftest/computation.h"
#include "core/selftest/result.h"

namespace vitrine {

/// A check of the computation; an exception that it throws becomes its problem.
struct SelfTestCheck {
    const char* name;
    const char* claim;
    std::function<SelfTestResult(const Computation&)> run;
};

/// All checks of core, in the order in which they are told.
const std::vector<SelfTestCheck>& self_test_checks();

/// Carries out a check.
SelfTestResult carry_out(const SelfTestCheck& check, const Computation& computation = {});

}  // namespace vitrine
