#pragma once
/// The user's choices about comparing two runs. Plain data.

#include <cstdint>
#include <memory>
#include <string>

namespace vitrine {

struct Run;

/// What is shown: one of the two runs, or their difference.
enum class ComparedSide : std::uint8_t { a, b, difference };

/// The order of the list of tensors.
enum class Ranking : std::uint8_t { by_change, by_order };

/// Which tensors the list contains.
enum class ComparedKind : std::uint8_t { computed, parameters };

struct ComparisonView {
    std::shared_ptr<const Run> pinned = {};      ///< run A; null: nothing is compared
    std::shared_ptr<const Run> working = {};     ///< run B, which edits apply to; null if no run is pinned
    std::shared_ptr<const Run> difference = {};  ///< the newest difference; it may be of an earlier pair
    ComparedSide side = ComparedSide::b;         ///< the side that every view shows
    Ranking ranking = Ranking::by_change;
    ComparedKind kind = ComparedKind::computed;
    std::string chosen = {};      ///< the tensor the user has chosen since A was pinned; empty: none
    bool chosen_here = false;     ///< it was chosen in the view Compare, which then keeps it even if it does not differ
    std::uint64_t opened_on = 0;  ///< generation of the difference on whose first change the view Compare opened last
};

}  // namespace vitrine
