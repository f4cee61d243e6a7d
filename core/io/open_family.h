#pragma once
/// Opens the folders of Hugging Face's `transformers`.

#include <filesystem>

#include "core/io/model.h"

namespace vitrine {

/// Whether the folder's config.json is one of `transformers`, of any family. False if it cannot be read.
bool is_family_folder(const std::filesystem::path& folder);

/// Fills configuration, parameters, names, generation rules, and tokenizers with their vocabularies. Throws Error naming file and
/// key or tensor.
void open_family(const std::filesystem::path& folder, Model& model);

}  // namespace vitrine
