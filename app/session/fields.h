#pragma once
/// The saved fields of the modules as JSON: {"attention": {"share": 70, …}, "tensors": {…}}.

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "app/base/module.h"

namespace vitrine {

/// Refuses a key that no module knows: its value would be lost with the next saving.
inline constexpr const char* not_a_key = "is not a key of a session";

/// The fields of all modules that are of one kind: &Module::habits or &Module::saved.
nlohmann::ordered_json fields_of(const State& state, SavedFields Module::*kind);

/// Whether links carry a field and lessons may set it: it concerns what is shown, and is neither a file of this machine nor a
/// habit of the user that does not belong to a view.
bool is_for_others(const Module& module, SavedFields Module::*kind, std::string_view field);

/// Restores the fields of the modules. Missing fields stay as they are. Throws Error, whose text begins with `where` and names the
/// module and the unknown or invalid field.
void take_fields(State& state, SavedFields Module::*kind, const nlohmann::ordered_json& fields, const std::string& where);

}  // namespace vitrine
