#pragma once
/// Hugging Face's safetensors: eight bytes with the length of a JSON header, the header {"name": {"dtype", "shape",
/// "data_offsets"}}, and the tensors' bytes one after another without gaps.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/files/file.h"
#include "core/files/stored_tensor.h"
#include "core/files/tensor_bytes.h"
#include "core/files/writing.h"

namespace vitrine {

/// Reads F64, F32, BF16, F16, I32, U8 and BOOL, and the texts in `__metadata__`. Throws Error naming file and tensor where the
/// header is cut off, too long or malformed, a dtype is unknown, a name is there twice, or offsets leave the file, overlap, leave
/// gaps or do not fit the shape.
StoredTensors read_safetensors(const std::filesystem::path& path);

/// Writes the tensors whole or not at all, in the order given but single bytes last: PyTorch wants every tensor at a multiple of
/// its element's size.
void write_safetensors(const std::filesystem::path& path, const std::vector<NamedTensor>& tensors, const GoesOn& goes_on = {});

/// The same to a file that its owner commits, with texts beside the tensors.
void write_safetensors(OutputFile& file, const std::vector<NamedTensor>& tensors,
                       const std::map<std::string, std::string>& metadata = {}, const GoesOn& goes_on = {});

}  // namespace vitrine
