#pragma once
/// The words of a leak test's result, each counted from the rows that it compared.

#include "app/views/masks/readings.h"
#include "app/views/masks/state.h"

namespace vitrine {

/// The rows of one output that belong to the sentence in question, in words.
struct TestedRows {
    const std::vector<RowMovement>& rows;
    Size sentence, length;
    const IndexTensor& tokens;
    std::int32_t pad;
    const Vocabulary& words;
    const char *anchor, *what;  ///< "output", one of them
    // Of a memory that the model does not have, `rows` is empty and `length` 0.

    const RowMovement& at(Size position) const { return rows[static_cast<std::size_t>(sentence * length + position)]; }
    std::string word(Size position) const { return words.word(tokens.at({sentence, position})); }
    Size words_before_padding() const;
    MovementCount own() const;     ///< of this sentence
    MovementCount others() const;  ///< of all others
};

/// A leak test's result with the words that it is about.
struct LeakFindings {
    const LeakTest& test;
    LeakQuestion question;
    TestedRows outputs, memory;
    std::string word;  ///< the changed word
    const Configuration& configuration;

    bool of_source() const { return question.change.place.side == BatchSide::source; }
};

/// Requires: the test has rows.
LeakFindings make_leak_findings(const Run& run, const LeakTest& test, const LeakQuestion& question);

/// "did not move", "moved by 0.0312".
std::string movement_words(const RowMovement& row);

/// What that says about a row.
std::string verdict_words(const RowMovement& row);

/// The line that is the point of it, and whether it tells of leaks, of none, of NaN that would hide one, or of nothing to leak to.
enum class LeakVerdict : std::uint8_t { none, leaks, hidden, nothing_barred };
struct LeakHeadline {
    std::string text;
    LeakVerdict verdict;
};
LeakHeadline leak_headline(const LeakFindings& found);

/// A line on rows that lie beyond the sentence and the side that was changed, and whether nothing of them has moved.
struct BeyondLine {
    std::string text;
    bool holds;
};
std::vector<BeyondLine> beyond_lines(const LeakFindings& found);

/// What the numbers mean.
std::string leak_explanation(const LeakFindings& found);

/// Which masks the test has that the run has not, and the other way round; empty where both have the same.
std::string test_mask_words(const Design& run, bool causal, bool padding, bool pictures_follow);

}  // namespace vitrine
