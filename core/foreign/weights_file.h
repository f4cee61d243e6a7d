#pragma once
/// Somebody else's weights, from any kind of file.

#include <filesystem>

#include "core/foreign/foreign_tensor.h"

namespace vitrine {

/// Reads safetensors, PyTorch's zip files and NumPy's archives, as the beginning of the file says. Removes the prefixes that
/// wrappers have put before the names: "module." by DataParallel, "_orig_mod." by torch.compile. Throws Error, one line naming
/// the file, if it is none of these.
ForeignWeights read_foreign_weights(const std::filesystem::path& path);

/// The same, with safetensors mapped into memory as by map_file() (core/files/file.h).
ForeignWeights map_foreign_weights(const std::filesystem::path& path);

}  // namespace vitrine
