#pragma once
/// The tokenizers of Marian's translation models (Tiedemann and Thottingal, "OPUS-MT", 2020): a SentencePiece model for each
/// language, and the ids of pieces in a vocabulary of the translation model.

#include "core/text/tokenizer/tokenizer.h"

namespace vitrine {

/// `spm`: the bytes of source.spm or target.spm. A text ends with </s>; it may begin with its language, ">>fr<<". Throws Error if
/// the file cannot be read, or if the vocabulary has no </s> or <unk>.
Tokenizer marian_tokenizer(std::string_view spm, const Vocabulary& vocabulary);

}  // namespace vitrine
