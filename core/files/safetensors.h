#pragma once
/// Hugging Face's safetensors: 8 bytes with the length of a JSON header, the header {"name": {"dtype", "shape", "data_offsets"}},
/// and the bytes of the tensors without gaps.

#include "core/files/file.h"
#include "core/files/stored_tensor.h"
#include "core/files/tensor_bytes.h"
#include "core/files/writing.h"

namespace vitrine {

/// Reads F64, F32, BF16, F16, I64, I32, I16, I8, U8 and BOOL, and the strings in `__metadata__`. Throws Error naming file and
/// tensor where the header is truncated, too long or malformed, a dtype is unknown, a name occurs twice, or offsets exceed the
/// file, overlap, leave gaps or do not fit the shape.
StoredTensors read_safetensors(const std::filesystem::path& path);

/// The same, with the bytes mapped into memory as by map_file().
StoredTensors map_safetensors(const std::filesystem::path& path);

/// Writes the tensors atomically, in the given order, but with those of 2 bytes a number after those of 4, and those of one byte
/// last, since PyTorch requires tensors to be aligned to their element size. The metadata gets the program's version as "program".
void write_safetensors(const std::filesystem::path& path, const std::vector<NamedTensor>& tensors, const Metadata& metadata = {},
                       const GoesOn& goes_on = {});

/// Writes tensors and metadata to a file that the caller commits.
void write_safetensors(OutputFile& file, const std::vector<NamedTensor>& tensors, const Metadata& metadata = {},
                       const GoesOn& goes_on = {});

}  // namespace vitrine
