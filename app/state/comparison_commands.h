#pragma once
/// What can be done to the comparison of two runs, as plain data; see app/state/commands.h.

#include <memory>

#include "app/state/comparison_view.h"

namespace vitrine {

struct PinRun {
    std::shared_ptr<const Run> run = {};  ///< becomes A, beside which everything that comes is held; null: what is worked on
};
struct UnpinRun {};  ///< and B alone is shown again
struct ShowSide {
    ComparedSide side;  ///< nothing comes of it while nothing is pinned
};
struct SetRanking {
    Ranking ranking;
};
struct SetCompared {
    ComparedKind kind;
};
struct ShowDifference {
    std::shared_ptr<const Run> difference;  ///< taken if it is that of the pair that is compared by now
};

}  // namespace vitrine
