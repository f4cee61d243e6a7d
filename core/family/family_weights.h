#pragma once
/// The weights of a folder of Hugging Face's: model.safetensors, pytorch_model.bin, or several files of these with an index.

#include <filesystem>

#include "core/family/family_model.h"
#include "core/model/parameters.h"

namespace vitrine {

/// Reads them. Gives the model's tensors the names that the folder has for them, and takes its logits away where it has none of
/// their weights. Throws Error naming a file that is missing, a tensor that is missing, in excess, of another shape or type, or is
/// in the index twice, or not where the index says.
Parameters read_family_weights(const std::filesystem::path& folder, FamilyModel& model);

}  // namespace vitrine
