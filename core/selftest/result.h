#pragma once
/// The result of a check.

#include <string>

#include "core/tensor/layout.h"

namespace vitrine {

/// What a check has found.
struct SelfTestResult {
    std::string name = {};     ///< "gradients"
    std::string claim = {};    ///< what has to hold, in one line
    std::string unit = {};     ///< what is counted: "cells"
    Size count = 0;            ///< how many were compared
    double worst = 0;          ///< the largest difference
    double allowed = 0;        ///< how large it may be
    std::string where = {};    ///< of the largest difference
    std::string problem = {};  ///< why nothing could be compared; empty: it was
    std::string skipped = {};  ///< why there is nothing to compare on this machine; empty: there is

    /// Whether something was compared and agrees, or nothing is there to compare.
    bool passed() const { return !skipped.empty() || (problem.empty() && count > 0 && worst <= allowed); }
};

}  // namespace vitrine
