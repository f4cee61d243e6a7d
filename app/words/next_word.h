#pragma once
/// The word that comes after each word in the decoder's input.

#include <optional>
#include <string>

#include "app/run/picture.h"

namespace vitrine {

/// The word that comes after a word of the decoder's input. Without it, one could not understand why the row of that word attends
/// where it does.
struct NextWord {
    std::string word;
    bool given = true;  ///< it is the label; false: there is no label, and this is the model's prediction

    bool operator==(const NextWord&) const = default;
};

/// Nothing after padding, if there is neither a label nor a prediction, and in a difference whose runs do not agree.
std::optional<NextWord> next_word(const Run& run, Size sentence, Size position);

/// "next: “un”" for a label, "predicts “un”" for a prediction.
std::string next_word_text(const NextWord& next);

/// " (next: “un”)", to put after a token of the decoder's input; empty if nothing is known to come next.
std::string next_word_behind(const Run& run, Size sentence, Size position);

/// Whether the positions along this axis of a tensor are words of the decoder's input that it continues from: its queries, and
/// the rows of its residual stream. Its keys are attended to, and predict nothing.
bool goes_on_along(const Layout& layout, const TensorInfo& info, int axis);

/// "“étudiant”, next: “<eos>”" of a cell in such a row, or in such a column; empty of any other, and where nothing comes next.
std::string next_of_cell(const Run& run, const TensorInfo& info, const Index& cell);

/// The next words of a sentence, for the far ends of its rows, and how they are headed: "next ↓" or, where none is given, "predicts
/// ↓". Empty if there are none.
struct NextWordLabels {
    Labels words;
    std::string title;
};
NextWordLabels next_word_labels(const Run& run, Size sentence);

/// The caption of a cell and, after a word of the decoder's input, what comes next: "“suis” (next: “un”) asks “je”".
CellCaption cell_caption_with_next(const Run& run, const TensorInfo& info, const Index& cell);

}  // namespace vitrine
