#pragma once
/// The module record of this view (see app/base/module.h), and its functions that have their own files.

#include "app/base/module.h"

namespace vitrine {

extern const Module masks_module;

/// Adds "masks" to what scripts and tests see.
void describe_masks(const State& state, nlohmann::ordered_json& json);

}  // namespace vitrine
