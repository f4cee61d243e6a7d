#pragma once
/// Pairs of tensors that a person gives, in mapping.json.

#include <filesystem>

#include "core/against/matching.h"

namespace vitrine {

/// Reads {"tensors": [{"path": PATH, "from": NAME | {"tensor": NAME, "axes": [0, 2, 1]}}], "left": [NAME | {"tensor": NAME}]}:
/// which tensor of theirs is PATH of ours, and which are to be left out. "axes" is the order in which their axes, those that are
/// joined apart, become ours. The same file may hold what an import needs, "answers", "parameters" and "missing", which is passed
/// over. Throws Error naming file and field.
GivenPairs read_given_pairs(const std::filesystem::path& path);

}  // namespace vitrine
