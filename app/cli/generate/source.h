#pragma once
/// What `vitrine generate` decodes: source sentences as text or as ids.

#include <string>
#include <string_view>

#include "core/io/model_text.h"

namespace vitrine {

/// A text as the model's sources are. Throws Error, `where` first, naming the word that the vocabulary does not have; one that is
/// read as <unk>, and bytes for which a tokenizer has no token, are told on standard error.
Sentence source_from_text(std::string_view text, const Model& model, const SourceText& reading, const std::string& where);

/// Ids as they stand, split at spaces. Throws Error, `where` first, naming the one that is no id of the source vocabulary.
Sentence source_from_ids(std::string_view text, const Model& model, const std::string& where);

}  // namespace vitrine
