#pragma once
/// A model of the `sentencepiece` library (Kudo and Richardson 2018), as used by Marian's translation models: the library splits
/// a text into pieces, and a separate vocabulary gives their ids.

#include <memory>
#include <string>

#include "core/text/vocabulary.h"

namespace vitrine {

class SentencePieceModel {
public:
    /// `file`: the bytes of a .spm file. A piece that is not in the vocabulary becomes `unknown`. Throws Error if the library
    /// cannot read the file, or if `unknown` is not in the vocabulary. In a browser it always throws, since there is no library.
    SentencePieceModel(std::string_view file, Vocabulary vocabulary, const std::string& unknown);

    const Vocabulary& vocabulary() const { return vocabulary_; }

    /// Appends the tokens of a text to ids. Returns 0, since nothing is ever dropped. A language at the beginning, ">>fr<<", is a
    /// token.
    std::size_t encode(std::string_view text, std::vector<std::int32_t>& ids) const;

    /// The text that pieces stand for.
    std::string text_of(const std::vector<std::string>& pieces) const;

private:
    struct Library;
    std::shared_ptr<const Library> library_;
    Vocabulary vocabulary_;
    std::int32_t unknown_ = 0;
};

}  // namespace vitrine
