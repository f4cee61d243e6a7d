#pragma once
/// Reads and writes tokenizer.json files; for their format see core/text/tokenizer_json.h.

#include <filesystem>
#include <optional>

#include "core/text/tokenizer.h"

namespace vitrine {

/// Throws Error, naming file and field, where the file is missing, broken or of an unsupported kind.
Tokenizer read_tokenizer(const std::filesystem::path& path);

/// Writes the file atomically.
void write_tokenizer(const std::filesystem::path& path, const Tokenizer& tokenizer);

/// The path of the included tokenizer, tokenizers/english-french.json beside the samples folders; empty if it is not installed.
std::optional<std::filesystem::path> tokenizer_on_board();

}  // namespace vitrine
