/// SentencePiece models in a browser, which does not have the library.

#include "core/text/subwords/sentence_piece_model.h"

#include "core/tensor/error.h"

namespace vitrine {

struct SentencePieceModel::Library {};

SentencePieceModel::SentencePieceModel(std::string_view, Vocabulary, const std::string&) {
    throw Error("the page cannot read models of SentencePiece (.spm); the program for the desktop can");
}

std::size_t SentencePieceModel::encode(std::string_view, std::vector<std::int32_t>&) const { return 0; }

std::string SentencePieceModel::text_of(const std::vector<std::string>&) const { return {}; }

}  // namespace vitrine
