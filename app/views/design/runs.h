#pragma once
/// The two runs that the design bench holds against each other.

#include "app/run/run.h"

namespace vitrine {

struct State;

/// A run and the same run without alterations, or A and B.
struct RunPair {
    const Run& before;
    const Run& now;
    bool are_a_and_b = false;

    bool differ() const { return &before != &now; }
};

/// Those of the shown run; of a difference A and B or, where their predictions cannot be compared position by position, B alone.
RunPair run_pair(const Run& shown);

/// "the model as it is" and "now", or "run A" and "run B".
const char* title_before(const RunPair& runs);
const char* title_now(const RunPair& runs);

}  // namespace vitrine
