#pragma once
/// The words a model predicts, and what comes after each word that the decoder reads.

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/tensor/labels.h"
#include "core/trace/outline.h"

namespace vitrine {

struct Run;

struct Prediction {
    std::int32_t word = 0;   ///< the most probable one
    double probability = 0;  ///< 0 … 1; NaN: the run predicts no word

    bool is_word() const { return !std::isnan(probability); }
};

/// The prediction after one word of the decoder's input, in two runs.
struct PredictedWord {
    Size position = 0;
    std::int32_t read = 0;                   ///< the last word the decoder has read
    std::optional<std::int32_t> label = {};  ///< the right word, if known
    Prediction before, now;

    bool has_changed() const { return before.is_word() != now.is_word() || (now.is_word() && before.word != now.word); }
};

/// For one sentence, without padding: the predictions of the runs `before` and `now`. Requires: their sentences have one length.
std::vector<PredictedWord> predicted_words(const Run& before, const Run& now, Size sentence);

/// What comes after a word of the decoder's input, which alone makes plain why its row looks where it looks.
struct NextWord {
    std::string word;
    bool given = true;  ///< it is the label; false: there is none, and this is what the model says

    bool operator==(const NextWord&) const = default;
};

/// Nothing after padding, where there is neither a label nor a prediction, and in a difference whose runs do not agree.
std::optional<NextWord> next_word(const Run& run, Size sentence, Size position);

/// "then: “un”" for a label, "says “un”" for a prediction.
std::string next_word_text(const NextWord& next);

/// " (then: “un”)", to stand behind a word of the decoder's input; empty if nothing is known to come next.
std::string next_word_behind(const Run& run, Size sentence, Size position);

/// Whether the places along this axis of a tensor are words that the decoder has read and from which it goes on: its queries, and
/// the rows of its residual stream. Its keys answer, and predict nothing.
bool goes_on_along(const Layout& layout, const TensorInfo& info, int axis);

/// "“étudiant”, then: “<eos>”" of a cell in such a row, or in such a column; empty of any other, and where nothing comes next.
std::string next_of_cell(const Run& run, const TensorInfo& info, const Index& cell);

/// The next words of a sentence, for the far ends of its rows, and how they are headed: "then ↓" or, where none is given, "says ↓".
/// Empty if there are none.
struct NextWords {
    Labels words;
    std::string title;
};
NextWords next_words(const Run& run, Size sentence);

}  // namespace vitrine
