#pragma once
/// The program proves itself on this machine: every check computes something in two ways that have to agree, or compares it with
/// what PyTorch has computed, and says how far apart the two are at worst and how far they may be.

#include <functional>
#include <string>
#include <vector>

#include "core/selftest/computation.h"

namespace vitrine {

/// What a check has found.
struct SelfTestResult {
    std::string name;          ///< "gradients"
    std::string claim;         ///< what has to hold, in one line
    std::string unit;          ///< what is counted: "cells"
    Size count = 0;            ///< how many were compared
    double worst = 0;          ///< the largest difference
    double allowed = 0;        ///< how large it may be
    std::string where = {};    ///< of the largest difference
    std::string problem = {};  ///< why nothing could be compared; empty: it was
    std::string skipped = {};  ///< why there is nothing to compare on this machine; empty: there is

    /// Whether something was compared and agrees, or nothing is there to compare.
    bool passed() const { return !skipped.empty() || (problem.empty() && count > 0 && worst <= allowed); }
};

/// A check of the computation; an Error that it throws becomes its problem.
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
