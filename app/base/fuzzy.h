#pragma once
/// Finding a text by some of its letters: "cpf" or "cop f" in "Copy the formula".

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace vitrine {

struct FuzzyMatch {
    double score = 0;                  ///< the higher, the better
    std::vector<std::size_t> letters;  ///< the bytes of the text that were meant, rising within every word that was typed
};

/// Each word that was typed has to be found: its letters one after the other, capitals or not, other letters between them. Letters
/// in a row and at the beginning of a word count more, and a short text more than a long one. Nothing where a word is not found;
/// an empty search finds everything, with a score of 0.
std::optional<FuzzyMatch> fuzzy_match(std::string_view typed, std::string_view text);

}  // namespace vitrine
