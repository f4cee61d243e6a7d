#pragma once
/// Finding a text by words of it, as they are typed into Find.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vitrine {

/// How many of the typed words were found: all, two thirds, half of them.
enum class WordsFound : std::uint8_t { all, most, half };

struct WordMatch {
    double score = 0;  ///< the higher, the better
    WordsFound found{};
    std::vector<std::size_t> letters;  ///< offsets of the found bytes of the title, ascending
};

/// A title and other words about the same thing, as they are searched: with small letters, without hyphens, with the words that
/// others use for what the title says.
struct SearchedText {
    std::string title, other;
};
SearchedText searched(std::string_view title, std::string_view other);

/// Typed words as the texts have them.
struct UnderstoodWords {
    std::string words;                  ///< other words for the same, and mended slips of the pen, in their places
    std::vector<std::string> left_out;  ///< words that no text has
    std::size_t content = 0;            ///< how many typed words say something, other than "the"; those left out, too
};

/// Makes of what was typed what can be searched for. A word that no text has gives way to the program's own word for the same
/// ("FFN": "feed forward"), then to a word that is one slip of the pen away.
UnderstoodWords understood(std::string_view typed, std::span<const SearchedText> texts);

/// Searches the words in the title, then in the other words. Small words such as "the" may be missing, a hyphen is a
/// blank, and words of one stem find each other. A typed word is found where a word begins with it. A word of the title counts more
/// than the others, a whole one more than the beginning of one, and words that stand together as they were typed most. Returns
/// nothing where fewer than half of the words are found.
std::optional<WordMatch> match_words(std::string_view typed, const SearchedText& text);

}  // namespace vitrine
