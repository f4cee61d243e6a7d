#pragma once
/// Which axis of which tensors runs where, as a part of a session's JSON.

#include <string>

#include <nlohmann/json.hpp>

#include "app/base/session_data.h"

namespace vitrine {

nlohmann::ordered_json axes_json(const SavedSession& session);

/// Takes them from the choices of a session, as far as they are there. Throws Error, `where` first, naming what they cannot be.
void read_axes(const nlohmann::json& choices, const std::string& where, SavedSession& session);

}  // namespace vitrine
