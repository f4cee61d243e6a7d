#pragma once
/// NumPy's archives: a zip file with a .npy file for every tensor, as numpy.savez writes it.

#include <filesystem>
#include <vector>

#include "core/files/tensor_bytes.h"
#include "core/files/writing.h"

namespace vitrine {

/// Writes float32, int32 and uint8 arrays, uncompressed, whole or not at all. Equal tensors give equal files.
void write_npz(const std::filesystem::path& path, const std::vector<NamedTensor>& tensors, const GoesOn& goes_on = {});

}  // namespace vitrine
