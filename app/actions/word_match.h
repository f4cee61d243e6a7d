#pragma once
/// Finds a text by words in it, as they are typed into Find.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vitrine {

/// How many of the typed words were found: all, at least two thirds, at least half.
enum class WordsFound : std::uint8_t { all, most, half };

struct WordMatch {
    double score = 0;  ///< the higher, the better
    WordsFound found{};
    std::vector<std::size_t> letters;  ///< offsets of the found bytes of the title, ascending
};

/// A title and other words for the same thing, prepared for searching: in lower case, without hyphens, and with the words that
/// others use for what the title says.
struct SearchedText {
    std::string title, other;
};
SearchedText searched(std::string_view title, std::string_view other);

/// The typed words in the form that the texts use.
struct UnderstoodWords {
    std::string words;                  ///< in their places: other words for the same thing, and typing errors corrected
    std::vector<std::string> left_out;  ///< words that no text has
    std::size_t content = 0;  ///< the number of typed words that are not small words such as "the", including those left out
};

/// Turns typed words into words that can be found. A word that no text contains is replaced by the program's own word for the
/// same thing ("FFN": "feed forward"), otherwise by a word that differs by one typing error.
UnderstoodWords understood(std::string_view typed, std::span<const SearchedText> texts);

/// Whether the text asks for a term: "What is attention?" or "what does attention mean" for "attention".
bool asks_for(std::string_view typed, std::string_view term);

/// Searches for the words in the title, then in the other words. Small words such as "the" may be missing, a hyphen counts as a
/// space, and words with the same stem match. A typed word has to match the beginning of a word. A word of the title counts more
/// than the others, a whole word more than its beginning, and words that stand together in the order in which they were typed count
/// most. Returns nothing if fewer than half of the words are found.
std::optional<WordMatch> match_words(std::string_view typed, const SearchedText& text);

}  // namespace vitrine
