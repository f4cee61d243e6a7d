#pragma once
/// PyTorch's files: what torch.save writes since version 1.6, a zip file with a pickle, data.pkl, and a file for every storage.

#include <filesystem>

#include "core/foreign/foreign_tensor.h"

namespace vitrine {

/// The weights in such a file, in their order: a state_dict, or a checkpoint that holds one under "model_state_dict",
/// "state_dict", "model" or another key. Storages that belong to something else, such as an optimizer, are not read. Throws Error
/// naming the file if it holds no weights, a whole module or a TorchScript program, or if it is damaged.
ForeignWeights read_torch_file(const std::filesystem::path& path);

/// Whether a file begins like those of PyTorch before 1.6, which are not zip files.
bool is_old_torch_file(std::string_view beginning);

}  // namespace vitrine
