#pragma once
/// Looks for the causes of what another program computes otherwise than we do.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/against/matching.h"
#include "core/cause/hypotheses.h"

namespace vitrine {

/// A mistake that explains a difference: with it, the difference and all before the next one are gone.
struct Cause {
    Mistake mistake;
    std::size_t explains = 0;        ///< the pair that differed first without it
    std::vector<Mistake> equally{};  ///< other mistakes that explain the same numbers as well
};

struct FoundCauses {
    std::vector<Cause> causes;               ///< in the order in which they come to light
    std::optional<std::size_t> unexplained;  ///< the first pair that still differs with all of them
    bool stopped = false;                    ///< the search was stopped: there may be more causes
};

/// Is told how many altered runs were tried so far. Returns false to stop the search.
using WatchSearch = std::function<bool(int tried)>;

/// The first pair, in order of computation, that is beyond the tolerance; nothing where all agree.
std::optional<std::size_t> first_beyond(const MatchedTrace& matched, const OurRun& run, double tolerance);

/// Why causes are not looked for in a model, in a sentence: mistakes are made in the parts that the paper's model has, in both
/// stacks. Empty: they are.
std::string cause_refusal(const Configuration& configuration);

/// Tries mistakes place by place, attention by attention and head by head, until with some of them our run has the other program's
/// numbers, or until none gets any further. Nothing to find where all pairs agree, where weights or gradients alone differ, or
/// where cause_refusal() says why.
FoundCauses find_causes(const MatchedTrace& matched, const OurRun& run, double tolerance, const WatchSearch& watch = {});

}  // namespace vitrine
