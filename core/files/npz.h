#pragma once
/// NumPy archives: a zip file with one .npy file per tensor, as written by numpy.savez.

#include <filesystem>

#include "core/files/tensor_bytes.h"
#include "core/files/writing.h"

namespace vitrine {

/// The array that holds the metadata as JSON, a single text of bytes. numpy.load reads it like any other.
constexpr const char* npz_metadata = "__metadata__";

/// Writes float32, int32 and uint8 arrays, uncompressed and atomically, followed by the metadata, if there is any. Equal tensors
/// and metadata give identical files.
void write_npz(const std::filesystem::path& path, const std::vector<NamedTensor>& tensors, const Metadata& metadata = {},
               const GoesOn& goes_on = {});

}  // namespace vitrine
