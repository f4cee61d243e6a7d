#pragma once
/// Completions of typed words from a vocabulary, and reading typed text as a token.

#include <optional>
#include <string>
#include <vector>

#include "core/text/vocabulary.h"

namespace vitrine {

/// The ids of the matching words, best first: the word itself, words that begin with the text, words that begin with it if case
/// is ignored, words that contain it. For an empty text all words in their order. Never `pad`.
std::vector<std::int32_t> completions(const Vocabulary& vocabulary, std::int32_t pad, std::string_view typed);

/// Typed text, read as a token.
struct ReadToken {
    std::optional<std::int32_t> id;  ///< none: the text is refused
    std::string remark = {};         ///< why the text is refused, or that it is read as an unknown word
};

/// Reads a word of the vocabulary; any other word as "<unk>", if the vocabulary has that. Without a vocabulary, reads an id below
/// `size`.
ReadToken read_token(const Vocabulary& vocabulary, std::int32_t size, std::string_view typed);

}  // namespace vitrine
