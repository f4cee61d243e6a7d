#pragma once
/// The words a model predicts.

#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/tensor/layout.h"
#include "core/trace/outline.h"

namespace vitrine {

struct Run;

struct Prediction {
    std::int32_t word = 0;   ///< the most probable one
    double probability = 0;  ///< 0 … 1; NaN: the run predicts no word

    bool is_word() const { return !std::isnan(probability); }
};

/// The prediction after a word of the decoder's input or, in an encoder alone, at a word itself, in two runs.
struct PredictedWord {
    Size position = 0;
    std::int32_t read = 0;                   ///< the last word of the decoder's input, or the word at this position
    std::optional<std::int32_t> label = {};  ///< the right word, if known
    Prediction before, now;

    bool has_changed() const { return before.is_word() != now.is_word() || (now.is_word() && before.word != now.word); }
};

/// The sequence that predictions belong to: the decoder's input or, in an encoder alone, its only one.
Side side_of_predictions(const Run& run);

/// What a run predicts after a word of the decoder's input. For a recorded run, by the recorded probabilities, otherwise by those
/// of its logits.
Prediction said_at(const Run& run, Size sentence, Size position);

/// The predictions of the runs `before` and `now` for one sentence, without padding; none where either run predicts nothing.
/// Requires: their sentences have the same length.
std::vector<PredictedWord> predicted_words(const Run& before, const Run& now, Size sentence);

}  // namespace vitrine
