#pragma once
/// WordPiece: takes the longest beginning of a word that is a token, then the longest beginning of the rest, with a mark such as
/// ## before it, until nothing is left (Schuster and Nakajima 2012; Devlin et al. 2019).

#include <string>

#include "core/text/vocabulary.h"

namespace vitrine {

struct WordPieceOptions {
    std::string unknown = "[UNK]";         ///< replaces a word that cannot be built from tokens
    std::string continuing_prefix = "##";  ///< before all tokens of a word except the first
    std::size_t longest_word = 100;        ///< in characters; longer ones are unknown

    bool operator==(const WordPieceOptions&) const = default;
};

/// One step: what was tried at a position, the longest first, and what was found.
struct WordPieceStep {
    std::size_t start = 0;           ///< byte in the word
    std::vector<std::size_t> tried;  ///< where the beginnings that were tried end; the last one was found, if any was
    std::int32_t token = -1;         ///< −1: none was found, the whole word is unknown
};

struct WordPieceSteps {
    std::vector<WordPieceStep> steps;  ///< empty for a word that is too long
    std::vector<std::int32_t> ids;     ///< the tokens of the word, or the unknown token
};

class WordPieceModel {
public:
    WordPieceModel(Vocabulary vocabulary, WordPieceOptions options);

    const Vocabulary& vocabulary() const { return vocabulary_; }
    const WordPieceOptions& options() const { return options_; }

    /// Appends the tokens of a word to ids. Returns 0, since nothing is ever dropped. Throws Error if the unknown token is needed
    /// but is not in the vocabulary.
    std::size_t encode(std::string_view word, std::vector<std::int32_t>& ids) const;

    /// The same, with everything that was tried.
    WordPieceSteps steps(std::string_view word) const;

private:
    template <class Watch>
    bool find_all(std::string_view word, std::vector<std::int32_t>& ids, const Watch& watch) const;

    std::int32_t unknown() const;

    Vocabulary vocabulary_;
    WordPieceOptions options_;
};

}  // namespace vitrine
