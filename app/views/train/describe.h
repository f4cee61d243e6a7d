#pragma once
/// What scripts and tests see of the view.

#include <nlohmann/json_fwd.hpp>

namespace vitrine {

struct State;

/// Adds "train".
void describe_train(const State& state, nlohmann::ordered_json& json);

}  // namespace vitrine
