#pragma once
/// Reads the source sentences of `vitrine generate`, given as text or as ids.

#include <string>
#include <string_view>

#include "core/io/text_reading.h"

namespace vitrine {

/// Reads a text like read_source(), and writes its notes to standard error.
Sentence source_from_text(std::string_view text, const Model& model, const SourceText& reading, const std::string& where);

/// Reads ids separated by spaces. Throws Error, which begins with `where`, and names an id that is not in the vocabulary.
Sentence source_from_ids(std::string_view text, const Model& model, const std::string& where);

}  // namespace vitrine
