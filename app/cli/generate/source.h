#pragma once
/// The source sentences of `vitrine generate`, as text or as ids.

#include <string>
#include <string_view>

#include "core/io/model_text.h"

namespace vitrine {

/// Reads a text as a source of the model. Throws Error, whose text begins with `where` and names a word that is not in the
/// vocabulary. Words read as <unk>, and bytes without a token, are reported on standard error.
Sentence source_from_text(std::string_view text, const Model& model, const SourceText& reading, const std::string& where);

/// Reads ids separated by spaces. Throws Error, whose text begins with `where` and names an invalid id of the source vocabulary.
Sentence source_from_ids(std::string_view text, const Model& model, const std::string& where);

}  // namespace vitrine
