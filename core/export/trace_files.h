#pragma once
/// Saving what a run has computed.

#include <filesystem>
#include <string_view>
#include <vector>

#include "core/files/tensor_bytes.h"
#include "core/files/writing.h"
#include "core/trace/trace.h"

namespace vitrine {

enum class TraceFormat { json, npz, safetensors, csv };

/// "json", "npz", …: also how the names of such files end.
const char* name(TraceFormat format);

/// The tensors of a run whose paths match a pattern (core/listing/glob.h), in execution order, without those that are views of
/// others. Error where there are none.
std::vector<NamedTensor> recorded_tensors(const Trace& trace, std::string_view only = "*");

/// Writes tensors to a file, whole or not at all. CSV holds one tensor: where the path ends in .csv there has to be just one, and
/// otherwise it is a folder, made where there is none, that gets a file NAME.csv for each; where that is stopped, those that are
/// finished stay. Throws Error.
void save_tensors(const std::vector<NamedTensor>& tensors, TraceFormat format, const std::filesystem::path& path,
                  const GoesOn& goes_on = {});

/// The same for those tensors of a run.
void save_trace(const Trace& trace, TraceFormat format, const std::filesystem::path& path, std::string_view only = "*",
                const GoesOn& goes_on = {});

}  // namespace vitrine
