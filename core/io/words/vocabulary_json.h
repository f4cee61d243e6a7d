#pragma once
/// src_vocabulary.json and tgt_vocabulary.json: arrays of words; index = id.

#include <filesystem>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "core/tensor/layout.h"
#include "core/text/vocabulary.h"

namespace vitrine {

/// Throws Error, prefixed with `where`, where the list is not a list of words; check_size where its size differs from the
/// configuration's field.
Vocabulary vocabulary_from(const nlohmann::json& list, const std::string& where);
void check_size(const Vocabulary& vocabulary, const char* field, Size size, const std::string& where);

/// Reads a vocabulary file; returns an empty vocabulary if there is none.
Vocabulary read_vocabulary(const std::filesystem::path& path);

/// A vocabulary as JSON, one word per line.
std::string vocabulary_text(const Vocabulary& vocabulary);

}  // namespace vitrine
