#pragma once
/// The view of decoding in the dump of the state.

#include <nlohmann/json_fwd.hpp>

#include "app/base/state.h"

namespace vitrine {

/// How it is decoded, and what has come of it; what follows from an answer is null where there is none.
nlohmann::ordered_json generate_json(const State& state);

}  // namespace vitrine
