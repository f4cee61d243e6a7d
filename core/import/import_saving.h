#pragma once
/// Saves what was imported as a model folder.

#include <filesystem>

#include "core/import/import.h"

namespace vitrine {

/// Writes config.json, model.safetensors, mapping.json and, with a batch, sentences.json, all or none. Makes the folder if needed.
/// Throws Error where it holds a model already.
void save_import(const std::filesystem::path& folder, const ImportedModel& imported);

/// Writes mapping.json alone.
void save_mapping(const std::filesystem::path& folder, const Mapping& mapping);

}  // namespace vitrine
