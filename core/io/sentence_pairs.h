#pragma once
/// TSV with a sentence pair on each line: source TAB target.

#include <string>
#include <string_view>
#include <vector>

namespace vitrine {

/// One line, its sentences still as text.
struct SentencePair {
    std::string_view source, target;  ///< parts of the whole text
    std::string where;                ///< "pairs.tsv: line 3"
    int number = 0;                   ///< of the line, counted from 1
};

/// The pairs of a text, in order. Blank lines do not count, nor do the carriage returns and the byte order mark of some editors.
/// Throws Error, `where` first, naming the line that has no TAB or more than one, or saying that there are no pairs at all.
std::vector<SentencePair> split_pairs(std::string_view text, const std::string& where);

}  // namespace vitrine
