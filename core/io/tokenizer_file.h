#pragma once
/// Reads and writes tokenizer.json files (core/text/tokenizer/tokenizer_json.h), and opens the tokenizers of any model's folder,
/// without needing its weights.

#include <filesystem>
#include <memory>
#include <optional>

#include "core/text/tokenizer/tokenizer.h"

namespace vitrine {

/// Throws Error, naming file and field, if the file is missing, broken or of an unsupported kind.
Tokenizer read_tokenizer(const std::filesystem::path& path);

/// Writes the file atomically.
void write_tokenizer(const std::filesystem::path& path, const Tokenizer& tokenizer);

/// The tokenizers for the encoder's and the decoder's input; usually they are the same.
struct OpenedTokenizers {
    std::shared_ptr<const Tokenizer> source, target;
};

/// Reads tokenizer.json, or Marian's source.spm, target.spm and vocab.json (also target_vocab.json, if the target has a
/// vocabulary of its own). Throws Error, naming file and field, if the folder has neither, or if a file is broken or needs
/// something that is not supported.
OpenedTokenizers open_tokenizer(const std::filesystem::path& folder);

/// Whether a folder has files that open_tokenizer() would read.
bool has_tokenizer(const std::filesystem::path& folder);

/// The path of the included tokenizer, tokenizers/english-french.json beside the samples folders; empty if it is not installed.
std::optional<std::filesystem::path> tokenizer_on_board();

}  // namespace vitrine
