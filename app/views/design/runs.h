#pragma once
/// The two runs that the Design view compares.

#include <memory>
#include <string>

#include "app/run/run.h"

namespace vitrine {

struct State;

/// Two runs that only differ in the explained choice: `first` makes it as the paper does, `second` departs from it, and all else
/// is as in the shown run. Or the runs A and B. If there is no second run, both are the shown run.
struct RunPair {
    std::shared_ptr<const Run> first, second;
    std::string first_title, second_title;  ///< "on, as it is now", "off, as it would be"
    bool are_a_and_b = false;

    bool differ() const { return first != second; }
};

/// The pair of the explained choice or, if a difference is shown whose predictions can be compared position by position, A and B.
/// Requires: a run is shown.
RunPair run_pair(const State& state);

/// Says what the two runs are, and which other alterations both have: a sentence or two.
std::string pair_words(const State& state, const RunPair& runs);

}  // namespace vitrine
