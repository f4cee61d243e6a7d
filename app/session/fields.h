#pragma once
/// The saved fields of the modules as JSON: {"attention": {"share": 70, …}, "tensors": {…}}.

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "app/base/module.h"

namespace vitrine {

/// Refuses a key that nobody knows: what it holds would be lost with the next saving.
inline constexpr const char* not_a_key = "is not a key of a session";

/// The fields of all modules, of one kind: &Module::habits or &Module::saved.
nlohmann::ordered_json fields_of(const State& state, SavedFields Module::*kind);

/// Whether links carry a field and lessons may set it: it says what is shown, and neither names a file of this machine nor is a
/// habit of the reader's beyond a view.
bool is_for_others(const Module& module, SavedFields Module::*kind, std::string_view field);

/// Restores the fields of the modules. Missing fields stay as they are. Throws Error, whose text begins with `where` and names the
/// module and the unknown or invalid field.
void take_fields(State& state, SavedFields Module::*kind, const nlohmann::ordered_json& fields, const std::string& where);

}  // namespace vitrine
