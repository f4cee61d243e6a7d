#pragma once
/// What a model predicts for a sentence, for the first page.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/run/attention_readings.h"
#include "core/tensor/layout.h"

namespace vitrine {

struct Run;

/// A word that a model reads.
struct ReadWord {
    std::string word;
    Size position = 0;
    bool is_mark = false;  ///< it marks the beginning or the end of the sentence
};

/// A word that a model predicts.
struct SaidWord {
    std::string after;  ///< the word that it comes after; for an encoder alone, the word at whose position it is predicted
    std::string word;
    double probability = 0;
    std::optional<std::string> label = {};  ///< the right word, if it is known
    Size position = 0;                      ///< of the token that it is predicted after, or at
    std::int32_t id = 0;
    bool is_end = false;  ///< it ends the sentence

    bool is_right() const { return label && *label == word; }
};

struct SentenceSaid {
    std::vector<ReadWord> read = {};  ///< the words of the source or of the only sentence, without padding
    std::vector<SaidWord> said = {};
};

SentenceSaid sentence_said(const Run& run, Size sentence);

/// Why the ribbons are drawn from this head, in one sentence.
std::string alignment_words(const AlignmentHead& head);

/// The likeliest words at a position, with their probabilities, the likeliest first. Nothing where a probability is not a number.
std::vector<std::pair<std::int32_t, double>> likeliest_words(const Run& run, Size sentence, Size position, std::size_t count);

/// The heading above the predicted words, and the sentence about one of them: "after “a” it says “b”".
const char* said_heading(const Run& run);
std::string said_words(const Run& run, const SaidWord& said);

/// The two sentences of the first page about the model.
std::string start_title(const Run& run);
std::string start_text(const Run& run);

}  // namespace vitrine
