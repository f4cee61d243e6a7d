#pragma once
/// Looks for the mistakes that make another program compute something else than we do.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/against/matching.h"
#include "core/cause/hypotheses.h"

namespace vitrine {

/// A mistake that explains a difference: with it, the two runs agree until the next difference.
struct Cause {
    Mistake mistake;
    std::size_t explains = 0;        ///< index of the pair that differed first without it
    std::vector<Mistake> equally{};  ///< other mistakes that explain the same numbers as well
};

struct FoundCauses {
    std::vector<Cause> causes;               ///< in the order in which they are found
    std::optional<std::size_t> unexplained;  ///< the first pair that still differs with all of them
    bool stopped = false;                    ///< the search was stopped: there may be more causes
};

/// Called with the number of altered runs that were tried so far. Returns false to stop the search.
using WatchSearch = std::function<bool(int tried)>;

/// The first pair, in order of computation, that exceeds the tolerance; nothing if all agree.
std::optional<std::size_t> first_beyond(const MatchedTrace& matched, const OurRun& run, double tolerance);

/// Tries mistakes place by place, attention by attention and head by head, until our run with some of them has the other
/// program's numbers, or until none gets any further. Finds nothing if all pairs agree or if only weights or gradients differ.
FoundCauses find_causes(const MatchedTrace& matched, const OurRun& run, double tolerance, const WatchSearch& watch = {});

}  // namespace vitrine
