#pragma once
/// What scripts and tests see of what is made of an open model.

#include <nlohmann/json_fwd.hpp>

namespace vitrine {

struct State;

/// Adds "altered", the interventions, and "edits": the sentences as they are to be, what undo and redo would do, and the open
/// field.
void describe_edits(const State& state, nlohmann::ordered_json& json);

}  // namespace vitrine
