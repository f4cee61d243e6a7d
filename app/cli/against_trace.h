#pragma once
/// vitrine compare --against-trace: our run as the reference of another program's trace, and why that is otherwise.

#include <filesystem>
#include <optional>

#include "core/io/model.h"

namespace vitrine {

struct AgainstTrace {
    std::filesystem::path file;                ///< NPZ or safetensors
    std::optional<std::filesystem::path> map;  ///< pairs by hand; none: all are found
    double tolerance;
    bool json = false;
};

/// Writes the report. Returns whether the trace is within the tolerance. Throws Error where a file cannot be read, nothing in it is
/// a tensor of ours, or the model is no Transformer.
bool compare_with_trace(const ModelRequest& request, const AgainstTrace& against);

}  // namespace vitrine
