#pragma once
/// The two runs that the Design view holds against each other.

#include <memory>
#include <string>

#include "app/run/run.h"

namespace vitrine {

struct State;

/// The explained choice as the paper makes it and otherwise, everything else being as it is in the shown run; or A and B. Both are
/// the shown run where there is no other.
struct RunPair {
    std::shared_ptr<const Run> first, second;
    std::string first_title, second_title;  ///< "on, as it is now", "off, as it would be"
    bool are_a_and_b = false;

    bool differ() const { return first != second; }
};

/// The pair of the explained choice or, of a difference whose predictions can be compared position by position, A and B. Requires:
/// a run is shown.
RunPair run_pair(const State& state);

/// What both runs of the explained choice have beside it, and what they are: a sentence or two.
std::string pair_words(const State& state, const RunPair& runs);

}  // namespace vitrine
