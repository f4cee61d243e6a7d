#pragma once
/// Reads texts that somebody has typed as sentences of a model.

#include <string>
#include <string_view>
#include <vector>

#include "core/io/model_text.h"

namespace vitrine {

/// Reads a text as a source of the model or, for a decoder alone, as the text that it continues, with the special tokens of
/// `reading`. `notes` receives a line about words that are read as <unk>, and about bytes without a token. Throws Error, whose
/// text begins with `where`, if there is nothing to read, or naming a word or an id that is not in the vocabulary.
Sentence read_source(std::string_view text, const Model& model, const SourceText& reading, const std::string& where,
                     std::vector<std::string>& notes);

/// The same for a target, in the target's words. `reading`: from target_reading().
Sentence read_target(std::string_view text, const Model& model, const SourceText& reading, const std::string& where,
                     std::vector<std::string>& notes);

/// Throws Error, whose text begins with `where`, if an id is not in the vocabulary of sources or, for a decoder alone, of
/// targets.
void check_source_id(std::int32_t id, const Model& model, const std::string& where);

/// Throws the same Error for an id in digits, which may be too large to be stored as a number.
[[noreturn]] void refuse_source_id(std::string_view id, const Model& model, const std::string& where);

/// Throws Error, whose text begins with `where`, if texts cannot be read because a folder of `transformers` has no tokenizer, or
/// one that cannot be opened. `instead`: what can be given instead of a text, "--tokens gives ids".
void require_tokenizer(const Model& model, const std::optional<std::filesystem::path>& folder, const std::string& where,
                       const std::string& instead);

}  // namespace vitrine
