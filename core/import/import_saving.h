#pragma once
/// Saves what was imported as a model folder, and opens that again to see what it computes.

#include <filesystem>
#include <optional>

#include "core/import/import.h"

namespace vitrine {

/// Writes config.json, model.safetensors, mapping.json and, with a batch, sentences.json, all or none. Makes the folder if needed.
/// Throws Error where it holds a model already.
void save_import(const std::filesystem::path& folder, const ImportedModel& imported);

/// Opens the folder that save_import() has written, as every command opens a model, runs it on its batch, and compares the logits
/// with the reference. Only this tells that an import is verified. Nothing: there is no reference. Throws Error where the folder
/// does not open, or not with the batch of the reference.
std::optional<Verification> verify_saved(const std::filesystem::path& folder, const ImportedModel& imported);

/// The same of a folder for temporary files, which is removed again: what verify_saved() would say if the model was saved.
std::optional<Verification> verify_unsaved(const ImportedModel& imported);

/// Writes mapping.json alone.
void save_mapping(const std::filesystem::path& folder, const Mapping& mapping);

}  // namespace vitrine
