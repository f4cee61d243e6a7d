#pragma once
/// The weights of a folder of Hugging Face's: model.safetensors, pytorch_model.bin, or several files of these with an index.

#include <filesystem>

#include "core/family/family_model.h"
#include "core/model/parameters.h"

namespace vitrine {

/// Settles what the weights of a folder say of its model, without reading their numbers: which tables are tied, whether there are
/// logits, and how the tensors are called. Throws as read_family_weights does.
void settle_family(const std::filesystem::path& folder, FamilyModel& model);

/// Reads the weights. Gives the model's tensors the names that they have in the folder, and removes the logits if the folder has
/// none of their weights. Throws Error naming a file that is missing, or a tensor that is missing, superfluous, of another shape
/// or type, in the index twice, or not where the index says.
Parameters read_family_weights(const std::filesystem::path& folder, FamilyModel& model);

}  // namespace vitrine
