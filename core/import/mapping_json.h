#pragma once
/// mapping.json: a mapping that can be edited and read again.

#include <filesystem>
#include <string>

#include "core/import/mapping.h"

namespace vitrine {

/// {"answers": {KEY: {"value", "how", "why"}}, "parameters": [{"parameter", "from": […], "how", "why"}], "left": [{"tensor",
/// "why"}], "missing": […]}. A piece in "from" is a tensor's name, {"tensor", "axes", "rows": [begin, end], "heads"}, {"zeros": N}
/// or {"waves": ROWS}.
std::string mapping_text(const Mapping& mapping);

/// Reads it. "how", "why", "left" and "missing" may be absent, and an answer may be just its value. Throws Error naming file and
/// field.
Mapping read_mapping(const std::filesystem::path& path);

}  // namespace vitrine
