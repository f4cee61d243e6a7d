#pragma once
/// The record of the view, as app/base/module.h describes it, and those of its functions that fill a file.

#include "app/base/module.h"

namespace vitrine {

extern const Module attention_module;

/// What can be asked for by name.
std::vector<Action> attention_actions(const Module& own);

/// Adds "attention" to what scripts and tests see.
void describe_attention(const State& state, nlohmann::ordered_json& json);

}  // namespace vitrine
