#pragma once
/// The record of the view, as app/base/module.h describes it, and those of its functions that fill a file.

#include "app/base/module.h"

namespace vitrine {

extern const Module glossary_module;

/// What can be asked for by name.
std::vector<Action> glossary_actions(const Module& own);

/// Adds "glossary" to what scripts and tests see.
void describe_glossary(const State& state, nlohmann::ordered_json& json);

}  // namespace vitrine
