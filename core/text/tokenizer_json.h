#pragma once
/// tokenizer.json, the file format of Hugging Face's `tokenizers`. Supports byte-level BPE without an unknown token, with or
/// without NFKC.

#include <nlohmann/json_fwd.hpp>

#include "core/text/tokenizer.h"

namespace vitrine {

/// Reads a tokenizer. Throws Error naming the field, and the reason, where it is broken or asks for unsupported behaviour.
Tokenizer tokenizer_from(const nlohmann::json& json);

/// A tokenizer as JSON text, in Hugging Face's layout.
std::string tokenizer_text(const Tokenizer& tokenizer);

}  // namespace vitrine
