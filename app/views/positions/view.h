#pragma once
/// The module record of this view (see app/base/module.h), and its functions that have their own files.

#include "app/base/module.h"

namespace vitrine {

extern const Module positions_module;

/// Adds "positions" to what scripts and tests see.
void describe_positions(const State& state, nlohmann::ordered_json& json);

}  // namespace vitrine
