#pragma once
/// What the modules keep, as JSON: {"attention": {"share": 70, …}, "tensors": {…}}.

#include <string>

#include <nlohmann/json.hpp>

#include "app/base/module.h"

namespace vitrine {

/// Of all modules, one kind of their fields: &Module::habits or &Module::saved.
nlohmann::ordered_json fields_of(const State& state, SavedFields Module::*kind);

/// Gives them back to the modules. What is not there stays as it is. Throws Error, `where` first, naming the module and the field
/// that is unknown or says something that cannot be.
void take_fields(State& state, SavedFields Module::*kind, const nlohmann::ordered_json& fields, const std::string& where);

}  // namespace vitrine
