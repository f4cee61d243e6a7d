#pragma once
/// tokenizer.json, the file format of Hugging Face's `tokenizers`. docs/TOKENIZERS.md lists the kinds that are read.

#include <nlohmann/json_fwd.hpp>

#include "core/text/tokenizer/model_lists.h"
#include "core/text/tokenizer/tokenizer.h"

namespace vitrine {

/// Reads a tokenizer. Throws Error naming the field, and the reason, where it is broken or asks for unsupported behaviour.
Tokenizer tokenizer_from(const nlohmann::json& json);

/// The same, where the long lists of the file have been read by themselves (core/text/tokenizer/model_lists.h).
Tokenizer tokenizer_from(const nlohmann::json& rest, ModelLists lists);

/// A tokenizer as JSON text, in Hugging Face's layout. Throws Error for one of SentencePiece models, which have files of their own.
std::string tokenizer_text(const Tokenizer& tokenizer);

}  // namespace vitrine
