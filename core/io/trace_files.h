#pragma once
/// Saving what a run has computed.

#include <filesystem>
#include <string_view>
#include <vector>

#include "core/io/tensor_bytes.h"
#include "core/trace/trace.h"

namespace vitrine {

enum class TraceFormat { json, npz, safetensors };

/// The tensors of a run whose paths match a pattern (core/trace/glob.h), in execution order, without those that are views of
/// others. Error where there are none.
std::vector<NamedTensor> recorded_tensors(const Trace& trace, std::string_view only = "*");

/// Writes those tensors to a file, whole or not at all.
void save_trace(const Trace& trace, TraceFormat format, const std::filesystem::path& path, std::string_view only = "*");

}  // namespace vitrine
