#pragma once
/// Saves the tensors of a run to files.

#include <filesystem>
#include <string_view>
#include <vector>

#include "core/files/tensor_bytes.h"
#include "core/files/writing.h"
#include "core/model/parameter_names.h"
#include "core/trace/trace.h"

namespace vitrine {

enum class TraceFormat { json, npz, safetensors, csv };

/// "json", "npz", …; also the file extension.
const char* name(TraceFormat format);

/// The tensors of a run whose paths match a pattern (core/text/glob.h), in execution order, without views; then the parameters,
/// if they are given, as "parameters." and their names. Throws Error if no tensor matches.
std::vector<NamedTensor> recorded_tensors(const Trace& trace, std::string_view only = "*", const Parameters* parameters = nullptr,
                                          const ParameterNames& names = {});

/// Writes tensors to a file, atomically, and the metadata if the format has a place for it: NPZ and safetensors. For CSV, a path
/// that ends in .csv takes exactly one tensor. Any other path is a folder, created if needed, with a file NAME.csv for each
/// tensor; if writing is stopped or fails, none of them is written. Throws Error.
void save_tensors(const std::vector<NamedTensor>& tensors, TraceFormat format, const std::filesystem::path& path,
                  const GoesOn& goes_on = {}, const Metadata& metadata = {});

/// Writes the recorded tensors whose paths match `only`.
void save_trace(const Trace& trace, TraceFormat format, const std::filesystem::path& path, std::string_view only = "*",
                const GoesOn& goes_on = {});

}  // namespace vitrine
