#pragma once
/// Texts that somebody types, as sentences of a model.

#include <string>
#include <string_view>
#include <vector>

#include "core/io/model_text.h"

namespace vitrine {

/// Reads a text as a source of the model or, of a decoder alone, as what it goes on with; with the special tokens of `reading`.
/// `notes` receives a line about words read as <unk>, and about what has no token. Throws Error, whose text begins with `where`,
/// where there is nothing to read, or naming a word or an id that is not in the vocabulary.
Sentence read_source(std::string_view text, const Model& model, const SourceText& reading, const std::string& where,
                     std::vector<std::string>& notes);

/// The same for a target, in the target's words; of target_reading().
Sentence read_target(std::string_view text, const Model& model, const SourceText& reading, const std::string& where,
                     std::vector<std::string>& notes);

/// Throws Error, whose text begins with `where`, where an id is not in the vocabulary that sources are of or, of a decoder alone,
/// targets.
void check_source_id(std::int32_t id, const Model& model, const std::string& where);

/// Throws the same Error for an id in digits, which may be too large for a number.
[[noreturn]] void refuse_source_id(std::string_view id, const Model& model, const std::string& where);

/// Throws Error, whose text begins with `where`, where texts cannot be read because a folder of `transformers` has no tokenizer, or
/// one that cannot be opened. `instead`: what can be given in place of a text, "--tokens gives ids".
void require_tokenizer(const Model& model, const std::optional<std::filesystem::path>& folder, const std::string& where,
                       const std::string& instead);

}  // namespace vitrine
