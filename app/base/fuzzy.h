#pragma once
/// Finding a text by some of its letters: "cpf" or "cop f" in "Copy the formula".

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace vitrine {

struct FuzzyMatch {
    double score = 0;                  ///< the higher, the better
    std::vector<std::size_t> letters;  ///< offsets of the matched bytes of the text, ascending within each typed word
};

/// Every typed word has to match: its letters occur in the text in order, whatever their case, possibly with other letters between
/// them. Adjacent letters and letters at the beginning of a word score more, and a short text more than a long one. Returns nothing
/// if a word does not match; an empty search matches every text, with a score of 0.
std::optional<FuzzyMatch> fuzzy_match(std::string_view typed, std::string_view text);

}  // namespace vitrine
