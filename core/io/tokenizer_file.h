#pragma once
/// tokenizer.json on disk; what stands in it: core/text/tokenizer_json.h.

#include <filesystem>
#include <optional>

#include "core/text/tokenizer.h"

namespace vitrine {

/// Throws Error, the file's path and the field first, where there is no such file, or it is broken or of a kind that is not had
/// here.
Tokenizer read_tokenizer(const std::filesystem::path& path);

/// The file is there whole or not at all.
void write_tokenizer(const std::filesystem::path& path, const Tokenizer& tokenizer);

/// The one on board, tokenizers/english-french.json beside the folders of samples; nothing where it is in none of these places.
std::optional<std::filesystem::path> tokenizer_on_board();

}  // namespace vitrine
