#pragma once
/// What is made of an open model, for tests and scripts.

#include <nlohmann/json.hpp>

#include "app/base/state.h"

namespace vitrine {

/// The sentences as they are to be, what undo and redo would do, and the open field. Null where nothing is open.
nlohmann::ordered_json editing_json(const State& state);

}  // namespace vitrine
