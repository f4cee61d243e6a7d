#pragma once
/// Which terms of a number's explanation are listed one by one, and which are folded.

#include <vector>

#include "core/explain/anatomy.h"

namespace vitrine {

/// If there are more terms than this, the smaller ones are folded, but never just one.
constexpr std::size_t most_listed_terms = 6;

/// All lists are indices into Explanation::terms, in the order of largest_first.
struct TermListing {
    std::vector<std::size_t> listed;   ///< one by one
    std::vector<std::size_t> smaller;  ///< folded: the next largest
    std::vector<std::size_t> zeros;    ///< folded: terms of a sum that are exactly 0
    std::vector<std::size_t> apart;    ///< listed below the others: terms added once to a sum over a row, such as its bias
    bool folds = false;                ///< something is folded, or would be if `every` were false

    /// True if every term of the row is 0.
    bool all_zero() const { return listed.empty() && smaller.empty() && !zeros.empty(); }
};

/// `every`: nothing is to be folded.
TermListing list_terms(const Explanation& explanation, bool every);

/// "32 terms are 0", "all 64 terms are 0", "1 term is 0".
std::string zeros_words(const TermListing& listing);

/// The sum of some of the terms.
double sum_of(const Explanation& explanation, const std::vector<std::size_t>& terms);

/// For a masked score: whether this term is unused, which is the score where the mask hides, and the mask value where it does
/// not.
bool is_unused(const Explanation& explanation, std::size_t term);

}  // namespace vitrine
