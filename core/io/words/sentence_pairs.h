#pragma once
/// TSV files of sentence pairs: source TAB target.

#include <string>
#include <string_view>
#include <vector>

namespace vitrine {

/// One line, its sentences not yet split.
struct SentencePair {
    std::string_view source, target;  ///< views into the whole text
    std::string where;                ///< "pairs.tsv: line 3"
    int number = 0;                   ///< line number, counted from 1
};

/// The pair in one line, without its ending. Throws Error, prefixed with `file`, if there is not exactly one TAB.
SentencePair split_pair(std::string_view line, int number, const std::string& file);

/// Whether a line has no pair, and is ignored.
bool is_blank(std::string_view line);

/// The pairs in order. Ignores blank lines, carriage returns and a byte order mark. Throws Error, prefixed with `where`, naming a
/// line that does not have exactly one TAB, or where there are no pairs.
std::vector<SentencePair> split_pairs(std::string_view text, const std::string& where);

}  // namespace vitrine
