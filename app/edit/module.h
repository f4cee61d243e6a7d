#pragma once
/// The record of what is made of an open model by hand: app/base/module.h says what it consists of.

#include "app/base/module.h"

namespace vitrine {

extern const Module edit_module;

/// What can be asked for by name.
std::vector<Action> edit_actions(const Module& own);

/// Adds "altered", the interventions, and "edits": the sentences as they are to be, what undo and redo would do, and the open
/// field.
void describe_edits(const State& state, nlohmann::ordered_json& json);

}  // namespace vitrine
