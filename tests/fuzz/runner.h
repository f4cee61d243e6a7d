#pragma once
/// Runs trials in a process of their own, so that a crash, an endless loop or too much memory ends one trial and is counted.

#include <cstdint>
#include <set>
#include <string>

#include "tests/fuzz/trial.h"

namespace vitrine::fuzz {

/// Trials `first` to `first + count − 1` of a seed. A trial depends on its kind, seed and number alone.
struct Trials {
    std::uint64_t seed = 1;
    int first = 0, count = 60;
};

struct Tally {
    int accepted = 0, refused = 0, findings = 0;
    double seconds = 0, slowest = 0;  ///< of all, and of the slowest trial
    int slowest_trial = 0;
    double megabytes = 0;                 ///< the most memory the process took
    std::set<std::string> refusals = {};  ///< what was said, with every number as 0 and every quotation as '…'
};

/// Prints every finding with its kind, seed and trial, and leaves its files in a folder that it names.
Tally run_trials(const Kind& kind, const Trials& trials);

}  // namespace vitrine::fuzz
