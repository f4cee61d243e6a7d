#pragma once
/// What a model predicts for a sentence, for the first page.

#include <optional>
#include <string>
#include <vector>

#include "core/tensor/layout.h"

namespace vitrine {

struct Run;

/// A word that a model predicts.
struct SaidWord {
    std::string after;  ///< the word that it comes after; for an encoder alone, the word at whose position it is predicted
    std::string word;
    double probability = 0;
    std::optional<std::string> label = {};  ///< the right word, if it is known

    bool is_right() const { return label && *label == word; }
};

struct SentenceSaid {
    std::vector<std::string> read = {};  ///< the words of the source or of the only sentence, without marks of its beginning and
                                         ///< end
    std::vector<SaidWord> said = {};

    bool all_right() const;
    /// "all 5 are right", "4 of 5 are right"; empty if no right word is known.
    std::string verdict() const;
};

SentenceSaid sentence_said(const Run& run, Size sentence);

/// The heading above the predicted words, and the sentence about one of them: "after “a” it says “b”".
const char* said_heading(const Run& run);
std::string said_words(const Run& run, const SaidWord& said);

/// The two sentences of the first page about the model.
std::string start_title(const Run& run);
std::string start_text(const Run& run);

/// State::menu while the first page is open.
inline constexpr const char* start_page = "page/start";

}  // namespace vitrine
