#pragma once
/// The weights of a model in a safetensors file, in the names and layouts of PyTorch's state_dict.
///
/// Tied tables are one tensor. It is saved once, under the first name that it has among src_embedding.weight,
/// tgt_embedding.weight and fc_out.weight. In a file it may have any of these names, since PyTorch's save_model keeps another
/// one, and also several, as in a whole state_dict, if their bits are equal.

#include <filesystem>
#include <string>
#include <vector>

#include "core/files/stored_tensor.h"
#include "core/files/tensor_bytes.h"
#include "core/model/parameters.h"

namespace vitrine {

/// Extracts the parameters of a configuration. Before it takes memory for them, throws Error, prefixed with `where`, naming a
/// tensor that is missing or superfluous, has the wrong type or shape, or differs from a tensor that it is tied to. NaN and ∞ are
/// allowed.
Parameters parameters_from(const StoredTensors& stored, const Configuration& configuration, const std::string& where);

/// The parameters in the tensors whose names begin with this prefix, which is removed.
Parameters parameters_under(const std::string& prefix, const StoredTensors& stored, const Configuration& configuration,
                            const std::string& where);

/// Reads the parameters from a file. Throws MemoryShortage before that, if there is not enough memory for them.
Parameters read_parameters(const std::filesystem::path& path, const Configuration& configuration);

void write_parameters(const std::filesystem::path& path, const Parameters& parameters);

/// The parameters, with a prefix before their names: "" or, among other tensors, "parameters.".
/// `as_bfloat16`: they are written as BF16.
std::vector<NamedTensor> named_parameters(const Parameters& parameters, const std::string& prefix = "", bool as_bfloat16 = false);

}  // namespace vitrine
