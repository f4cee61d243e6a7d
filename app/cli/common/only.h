#pragma once
/// The option --only GLOB, which picks tensors by their paths.

#include <string>
#include <vector>

#include "core/model/parameters.h"
#include "core/trace/outline.h"

namespace vitrine {

/// Throws Error, with the parts of paths that may be meant, if no tensor of the outline has a path that fits, nor any of the
/// parameters, which are called "parameters." and their names. An empty glob fits everything.
void check_only(const std::string& glob, const Outline& outline, const std::vector<ParameterView>& parameters = {});

}  // namespace vitrine
