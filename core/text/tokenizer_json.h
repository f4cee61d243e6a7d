#pragma once
/// tokenizer.json, the file in which Hugging Face's `tokenizers` keeps everything about a tokenizer. What is read and written here
/// is a byte-level BPE without an unknown token, with or without NFKC in front.

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "core/text/tokenizer.h"

namespace vitrine {

/// Throws Error naming the field, and why, where it says something that would make other tokens than these do, or is broken.
Tokenizer tokenizer_from(const nlohmann::json& json);

/// The text of such a file, laid out as Hugging Face does.
std::string tokenizer_text(const Tokenizer& tokenizer);

}  // namespace vitrine
