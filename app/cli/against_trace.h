#pragma once
/// vitrine compare --against-trace: takes our run as the reference for another program's trace, and says why the trace differs.

#include <filesystem>
#include <optional>

#include "core/io/model.h"

namespace vitrine {

struct AgainstTrace {
    std::filesystem::path file;                ///< NPZ or safetensors
    std::optional<std::filesystem::path> map;  ///< pairs given by hand; none: all pairs are found
    double tolerance;
    bool json = false;
};

/// Writes the report. Returns whether the trace is within the tolerance. Throws Error if a file cannot be read, if nothing in it
/// is a tensor of ours, or if the model is not a whole Transformer.
bool compare_with_trace(const ModelRequest& request, const AgainstTrace& against);

}  // namespace vitrine
