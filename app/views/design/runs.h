#pragma once
/// The two runs that the design bench compares.

#include "app/run/run.h"

namespace vitrine {

struct State;

/// A run without alterations and with them, or A and B.
struct RunPair {
    const Run& before;
    const Run& now;
    bool are_a_and_b = false;

    bool differ() const { return &before != &now; }
};

/// The pair for the shown run. For a difference, A and B or, if their predictions cannot be compared position by position, only
/// B.
RunPair run_pair(const Run& shown);

/// "the model as it is" and "now", or "run A" and "run B".
const char* title_before(const RunPair& runs);
const char* title_now(const RunPair& runs);

}  // namespace vitrine
