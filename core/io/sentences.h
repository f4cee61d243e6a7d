#pragma once
/// What the two kinds of batch files share: words to ids, and sentences to a tensor.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/batch.h"
#include "core/text/vocabulary.h"

namespace vitrine {

using Sentence = std::vector<std::int32_t>;

/// The words of a text, split at spaces.
std::vector<std::string_view> split_at_spaces(std::string_view text);

/// A word's id, or that of <unk> for a word the vocabulary does not have; without a vocabulary the word is an id in digits.
/// Error naming the word where that is of no avail.
std::int32_t token_id(std::string_view word, const Vocabulary& vocabulary, const std::string& where);

/// Sentences side by side, those that are shorter than the longest filled up with pad. [sentences, longest].
void pad_together(const std::vector<Sentence>& sentences, std::int32_t pad, IndexTensor& tokens);

}  // namespace vitrine
