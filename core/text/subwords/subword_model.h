#pragma once
/// The third part of a tokenizer: it turns a piece of text into tokens.

#include <variant>

#include "core/text/subwords/bpe_model.h"
#include "core/text/subwords/sentence_piece_model.h"
#include "core/text/subwords/unigram_model.h"
#include "core/text/subwords/word_piece_model.h"

namespace vitrine {

using SubwordModel = std::variant<BpeModel, WordPieceModel, UnigramModel, SentencePieceModel>;

inline const Vocabulary& vocabulary_of(const SubwordModel& model) {
    return std::visit([](const auto& kind) -> const Vocabulary& { return kind.vocabulary(); }, model);
}

/// Appends the tokens of a piece to ids. Returns the number of characters that were dropped because they have no token. Throws
/// Error if an unknown token is needed and there is none.
inline std::size_t encode_piece(const SubwordModel& model, std::string_view piece, std::vector<std::int32_t>& ids) {
    return std::visit([&](const auto& kind) { return kind.encode(piece, ids); }, model);
}

}  // namespace vitrine
