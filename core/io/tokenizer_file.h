#pragma once
/// tokenizer.json on disk; what stands in it: core/text/tokenizer_json.h.

#include <filesystem>

#include "core/text/tokenizer.h"

namespace vitrine {

/// Throws Error, the file's path and the field first, where there is no such file, or it is broken or of a kind that is not had
/// here.
Tokenizer read_tokenizer(const std::filesystem::path& path);

/// The file is there whole or not at all.
void write_tokenizer(const std::filesystem::path& path, const Tokenizer& tokenizer);

}  // namespace vitrine
