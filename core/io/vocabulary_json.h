#pragma once
/// src_vocabulary.json and tgt_vocabulary.json: arrays of words, index = id.

#include <filesystem>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "core/tensor/layout.h"
#include "core/text/vocabulary.h"

namespace vitrine {

/// Throws Error, `where` first, where list is not a list of words or has another number of them than the configuration's field
/// says.
Vocabulary vocabulary_from(const nlohmann::json& list, const std::string& where);
void check_size(const Vocabulary& vocabulary, const char* field, Size size, const std::string& where);

/// The same for a file; an empty vocabulary where there is no such file.
Vocabulary read_vocabulary(const std::filesystem::path& path);

/// The text of such a file, a word each line.
std::string vocabulary_text(const Vocabulary& vocabulary);

}  // namespace vitrine
