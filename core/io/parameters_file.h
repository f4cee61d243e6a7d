#pragma once
/// A model's weights in a safetensors file, named and laid out as PyTorch's state_dict has them.
///
/// Tied tables are one tensor. It is saved once, under the first of its names: src_embedding.weight, tgt_embedding.weight,
/// fc_out.weight. When it is read it may stand under any of them, since PyTorch's save_model keeps another one, and under several
/// as a whole state_dict does, as long as they hold the same numbers bit by bit.

#include <filesystem>
#include <string>
#include <vector>

#include "core/files/stored_tensor.h"
#include "core/files/tensor_bytes.h"
#include "core/model/parameters.h"

namespace vitrine {

/// The parameters a configuration asks for. Throws Error, `where` first, naming the tensor that is missing, is one too many, or has
/// another type, shape or, where tables are tied, other numbers than it should. NaN and ∞ are weights like any other.
Parameters parameters_from(const StoredTensors& stored, const Configuration& configuration, const std::string& where);

/// The same for a file.
Parameters read_parameters(const std::filesystem::path& path, const Configuration& configuration);

void write_parameters(const std::filesystem::path& path, const Parameters& parameters);

/// The parameters with what stands in front of their names in a file: "" or, among other tensors, "parameters.".
std::vector<NamedTensor> named_parameters(const Parameters& parameters, const std::string& prefix = "");

}  // namespace vitrine
