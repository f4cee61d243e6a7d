#pragma once
/// The record of the view, as app/base/module.h describes it, and those of its functions that fill a file.

#include "app/base/module.h"

namespace vitrine {

extern const Module masks_module;

/// Adds "masks" to what scripts and tests see.
void describe_masks(const State& state, nlohmann::ordered_json& json);

}  // namespace vitrine
