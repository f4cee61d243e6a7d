#pragma once
/// The comparison of two runs as scripts and tests see it.

#include <nlohmann/json_fwd.hpp>

#include "app/state/state.h"

namespace vitrine {

/// Null where nothing is pinned.
nlohmann::ordered_json comparison_json(const State& state);

}  // namespace vitrine
