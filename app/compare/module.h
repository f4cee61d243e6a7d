#pragma once
/// The record of comparing two runs, which every view does: app/base/module.h says what it consists of.

#include "app/base/module.h"

namespace vitrine {

extern const Module comparison_module;

/// What can be asked for by name.
std::vector<Action> comparison_actions(const Module& own);

/// What scripts and tests see of the comparison; null where nothing is pinned.
nlohmann::ordered_json comparison_json(const State& state);

}  // namespace vitrine
