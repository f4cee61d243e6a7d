#pragma once
/// The state as JSON, for scripts and tests.

#include <nlohmann/json_fwd.hpp>

#include "app/state/state.h"

namespace vitrine {

nlohmann::ordered_json to_json(const State& state);

}  // namespace vitrine
