#pragma once
/// Finding a text by words of it, as they are typed into Find.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vitrine {

struct WordMatch {
    double score = 0;                  ///< the higher, the better
    bool all = false;                  ///< every typed word was found; false: most of them
    std::vector<std::size_t> letters;  ///< offsets of the found bytes of the title, ascending
};

/// Searches the words in a title, then in other words about the same thing. Small words such as "the" may be missing, a hyphen is a
/// blank, and a plural finds its singular. A word of the title counts more than the others, its beginning more than its middle, and
/// words that stand together as they were typed most. Returns nothing where fewer than two thirds of the words are found.
std::optional<WordMatch> match_words(std::string_view typed, std::string_view title, std::string_view other);

}  // namespace vitrine
