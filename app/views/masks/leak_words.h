#pragma once
/// Texts about the result of a leak test. Their numbers are counted from the rows that the test compared.

#include "app/views/masks/readings.h"
#include "app/views/masks/state.h"

namespace vitrine {

/// The rows of one output, described for the tested sentence.
struct TestedRows {
    const std::vector<RowMovement>& rows;
    Size sentence, length;
    const IndexTensor& tokens;
    std::int32_t pad;
    const Vocabulary& words;
    const char *anchor, *what;  ///< what: "output", the word for one row
    // For a memory that the model does not have, `rows` is empty and `length` is 0.

    const RowMovement& at(Size position) const { return rows[static_cast<std::size_t>(sentence * length + position)]; }
    std::string word(Size position) const { return words.word(tokens.at({sentence, position})); }
    Size words_before_padding() const;
    MovementCount own() const;     ///< of this sentence
    MovementCount others() const;  ///< of all others
};

/// A leak test's result, and the words that it is about.
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

/// What the movement says about a row.
std::string verdict_words(const RowMovement& row);

/// The verdict: whether it tells of leaks, of none, of NaN that would hide a leak, or that nothing is hidden from any row.
enum class LeakVerdict : std::uint8_t { none, leaks, hidden, nothing_barred };
struct LeakHeadline {
    std::string text;
    LeakVerdict verdict;
};
LeakHeadline leak_headline(const LeakFindings& found);

/// A line about rows beyond the changed sentence and side, and whether none of them has moved.
struct BeyondLine {
    std::string text;
    bool holds;
};
std::vector<BeyondLine> beyond_lines(const LeakFindings& found);

/// Explains what the numbers mean.
std::string leak_explanation(const LeakFindings& found);

/// Which masks the test has but the run does not, and the other way round; empty if both have the same masks.
std::string test_mask_words(const Design& run, bool causal, bool padding, bool pictures_follow);

}  // namespace vitrine
