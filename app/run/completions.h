#pragma once
/// Words of a vocabulary that go on as what has been typed, and what becomes of a text that is no word.

#include <optional>
#include <string>
#include <vector>

#include "core/text/vocabulary.h"

namespace vitrine {

/// The ids of the words that a text may become, the nearest first: the word itself, words that begin with it, with capitals aside,
/// words that hold it. All words, in their order, for an empty text. `pad` is none of them.
std::vector<std::int32_t> completions(const Vocabulary& vocabulary, std::int32_t pad, std::string_view typed);

/// What a text is as a token.
struct ReadToken {
    std::optional<std::int32_t> id;  ///< none: it is refused
    std::string remark = {};         ///< why it is refused, or that it stands for a word nobody knows
};

/// A word as it stands in the vocabulary, or "<unk>" where it does not and there is one; without a vocabulary an id below `size`.
ReadToken read_token(const Vocabulary& vocabulary, std::int32_t size, std::string_view typed);

}  // namespace vitrine
