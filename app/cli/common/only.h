#pragma once
/// The option --only GLOB, which picks tensors by their paths.

#include <string>
#include <vector>

#include "core/model/parameters.h"
#include "core/trace/outline.h"

namespace vitrine {

/// Throws Error, with suggestions for the first of several globs, if no tensor of the outline has a path that matches the glob, nor
/// any of the parameters, whose paths are "parameters." and their name. An empty glob matches everything.
void check_only(const std::string& glob, const Outline& outline, const std::vector<ParameterView>& parameters = {});

}  // namespace vitrine
