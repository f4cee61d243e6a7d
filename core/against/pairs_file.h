#pragma once
/// Pairs of tensors that a person gives, in mapping.json.

#include <filesystem>

#include "core/against/matching.h"

namespace vitrine {

/// Reads {"tensors": [{"path": PATH, "from": NAME | {"tensor": NAME, "axes": [0, 2, 1]}}], "left": [NAME | {"tensor": NAME}]}:
/// which tensor of theirs corresponds to PATH of ours, and which tensors to leave out. "axes" is the order in which their axes,
/// with joined axes separated, become ours. The keys that an import needs in the same file, "answers", "parameters" and
/// "missing", are ignored. Throws Error naming file and field.
GivenPairs read_given_pairs(const std::filesystem::path& path);

}  // namespace vitrine
