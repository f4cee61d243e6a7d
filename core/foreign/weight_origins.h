#pragma once
/// Where the parameters of an imported model come from.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace vitrine {

/// For each parameter of ours, the tensors of another program's file that it was made of, in order.
using WeightOrigins = std::map<std::string, std::vector<std::string>>;

/// Reads the "parameters" of a mapping.json; empty if there are none. Throws Error naming file and field.
WeightOrigins read_weight_origins(const std::filesystem::path& path);

}  // namespace vitrine
