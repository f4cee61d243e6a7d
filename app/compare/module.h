#pragma once
/// The module record of the comparison, which all views share; see app/base/module.h.

#include "app/base/module.h"

namespace vitrine {

extern const Module comparison_module;

std::vector<Action> comparison_actions(const Module& own);

/// The comparison for scripts and tests; null if no run is pinned.
nlohmann::ordered_json comparison_json(const State& state);

}  // namespace vitrine
