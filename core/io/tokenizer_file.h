#pragma once
/// Reads and writes tokenizer.json files (core/text/tokenizer/tokenizer_json.h), and opens the tokenizers of a model's folder,
/// whatever the model: its weights are not needed.

#include <filesystem>
#include <memory>
#include <optional>

#include "core/text/tokenizer/tokenizer.h"

namespace vitrine {

/// Throws Error, naming file and field, where the file is missing, broken or of an unsupported kind.
Tokenizer read_tokenizer(const std::filesystem::path& path);

/// Writes the file atomically.
void write_tokenizer(const std::filesystem::path& path, const Tokenizer& tokenizer);

/// The tokenizers of what goes into the encoder and into the decoder; mostly the same one for both.
struct OpenedTokenizers {
    std::shared_ptr<const Tokenizer> source, target;
};

/// Reads tokenizer.json, or Marian's source.spm, target.spm and vocab.json (target_vocab.json, where the target has another one).
/// Throws Error, naming file and field, where the folder has neither, or a file is broken or asks for what is not supported.
OpenedTokenizers open_tokenizer(const std::filesystem::path& folder);

/// Whether a folder has files that open_tokenizer() would read.
bool has_tokenizer(const std::filesystem::path& folder);

/// The path of the included tokenizer, tokenizers/english-french.json beside the samples folders; empty if it is not installed.
std::optional<std::filesystem::path> tokenizer_on_board();

}  // namespace vitrine
