#pragma once
/// Saves an imported model as a model folder, and opens the folder again to see what it computes.

#include <filesystem>
#include <optional>

#include "core/import/import.h"

namespace vitrine {

/// Writes config.json, model.safetensors, mapping.json and, with a batch, sentences.json: all of them or none. Makes the folder
/// if needed. Throws Error if it already holds a model.
void save_import(const std::filesystem::path& folder, const ImportedModel& imported);

/// Opens the folder that save_import() has written, as every command opens a model, runs it on its batch, and compares the logits
/// with the reference. Only this shows that an import is verified. Nothing: there is no reference. Throws Error if the folder
/// cannot be opened, or not with the batch of the reference.
std::optional<Verification> verify_saved(const std::filesystem::path& folder, const ImportedModel& imported);

/// The same in a temporary folder, which is then removed: what verify_saved() would return if the model were saved.
std::optional<Verification> verify_unsaved(const ImportedModel& imported);

/// Writes mapping.json alone.
void save_mapping(const std::filesystem::path& folder, const Mapping& mapping);

}  // namespace vitrine
