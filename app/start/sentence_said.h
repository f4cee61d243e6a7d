#pragma once
/// What a model predicts for a sentence, for the first page.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/explain/attention_place.h"
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

    bool all_right() const;
    /// "all 5 are right", "4 of 5 are right"; empty if no right word is known.
    std::string verdict() const;
};

SentenceSaid sentence_said(const Run& run, Size sentence);

/// A head whose weights are drawn between the words that are read and the predicted ones.
struct DrawnHead {
    AttentionPlace place;
    Size head = 0;
    bool measured = false;  ///< the model's card says how often it looks at the right word; false: of all heads of the last
                            ///< cross-attention, its weights are the most concentrated in this sentence
};

/// Nothing for a model without cross-attention.
std::optional<DrawnHead> drawn_head(const Run& run, Size sentence);

/// Why this head is drawn, in one sentence.
std::string drawn_head_words(const Run& run, const DrawnHead& head);

/// The likeliest words at a position, with their probabilities, the likeliest first. Nothing where a probability is not a number.
std::vector<std::pair<std::int32_t, double>> likeliest_words(const Run& run, Size sentence, Size position, std::size_t count);

/// The heading above the predicted words, and the sentence about one of them: "after “a” it says “b”".
const char* said_heading(const Run& run);
std::string said_words(const Run& run, const SaidWord& said);

/// The two sentences of the first page about the model.
std::string start_title(const Run& run);
std::string start_text(const Run& run);

}  // namespace vitrine
