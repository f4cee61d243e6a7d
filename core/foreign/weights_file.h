#pragma once
/// Somebody else's weights, from whatever file they are in.

#include <filesystem>

#include "core/foreign/foreign_tensor.h"

namespace vitrine {

/// Reads safetensors, PyTorch's zip files and NumPy's archives; which one it is, the file's beginning says. Takes off the names
/// what wrappers have put before them: "module." of DataParallel, "_orig_mod." of torch.compile. Throws Error, one line naming the
/// file, where it is none of them.
ForeignWeights read_foreign_weights(const std::filesystem::path& path);

/// The same, with safetensors mapped into memory as map_file() does it (core/files/file.h).
ForeignWeights map_foreign_weights(const std::filesystem::path& path);

}  // namespace vitrine
