#pragma once
/// What scripts and tests see of the view.

#include <nlohmann/json_fwd.hpp>

namespace vitrine {

struct State;

/// Adds "design".
void describe_design(const State& state, nlohmann::ordered_json& json);

}  // namespace vitrine
