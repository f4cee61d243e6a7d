#pragma once
/// What somebody has chosen about comparing two runs. Plain data.

#include <cstdint>
#include <memory>
#include <string>

namespace vitrine {

struct Run;

/// Which of two runs is shown, or what became of A's numbers in B.
enum class ComparedSide : std::uint8_t { a, b, difference };

/// In which order tensors are listed.
enum class Ranking : std::uint8_t { by_change, by_order };

/// Which tensors are listed.
enum class ComparedKind : std::uint8_t { computed, parameters };

struct ComparisonView {
    std::shared_ptr<const Run> pinned = {};      ///< A; null: nothing is compared
    std::shared_ptr<const Run> working = {};     ///< B, the run that is worked on; null where nothing is pinned
    std::shared_ptr<const Run> difference = {};  ///< the newest that was made; it may be of an earlier pair
    ComparedSide side = ComparedSide::b;         ///< what every view shows
    Ranking ranking = Ranking::by_change;
    ComparedKind kind = ComparedKind::computed;
    std::string chosen = {};      ///< the tensor somebody has chosen since A was pinned; empty: none
    bool chosen_here = false;     ///< in the view Compare, where it then stays, also where nothing of it differs
    std::uint64_t opened_on = 0;  ///< the generation of the difference on whose first change that view was opened last
};

}  // namespace vitrine
