#pragma once
/// The module record of editing; see app/base/module.h.

#include "app/base/module.h"

namespace vitrine {

extern const Module edit_module;

std::vector<Action> edit_actions(const Module& own);

/// Adds "altered", the interventions, and "edits": the wanted sentences, the next undo and redo, and the open field.
void describe_edits(const State& state, nlohmann::ordered_json& json);

}  // namespace vitrine
