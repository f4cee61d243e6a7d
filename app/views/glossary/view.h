#pragma once
/// The module record of this view (see app/base/module.h), and its functions that have their own files.

#include "app/base/module.h"

namespace vitrine {

extern const Module glossary_module;

std::vector<Action> glossary_actions(const Module& own);

/// Adds "glossary" to what scripts and tests see.
void describe_glossary(const State& state, nlohmann::ordered_json& json);

}  // namespace vitrine
