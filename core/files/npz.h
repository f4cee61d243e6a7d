#pragma once
/// NumPy archives: a zip file with one .npy file per tensor, as written by numpy.savez.

#include <filesystem>

#include "core/files/tensor_bytes.h"
#include "core/files/writing.h"

namespace vitrine {

/// Writes float32, int32 and uint8 arrays, uncompressed and atomically. Equal tensors give identical files.
void write_npz(const std::filesystem::path& path, const std::vector<NamedTensor>& tensors, const GoesOn& goes_on = {});

}  // namespace vitrine
