#pragma once
/// tokenizer.json, the file format of Hugging Face's `tokenizers`. docs/TOKENIZERS.md lists the kinds that are read.

#include <nlohmann/json_fwd.hpp>

#include "core/text/tokenizer/model_lists.h"
#include "core/text/tokenizer/tokenizer.h"

namespace vitrine {

/// Reads a tokenizer. Throws Error naming the field and the reason if it is broken or needs something that is not supported.
Tokenizer tokenizer_from(const nlohmann::json& json);

/// The same, if the long lists of the file have been read separately (core/text/tokenizer/model_lists.h).
Tokenizer tokenizer_from(const nlohmann::json& rest, ModelLists lists);

/// A tokenizer as JSON text, in Hugging Face's layout. Throws Error for tokenizers with SentencePiece models, which have files of
/// their own.
std::string tokenizer_text(const Tokenizer& tokenizer);

}  // namespace vitrine
