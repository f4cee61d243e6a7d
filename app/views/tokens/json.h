#pragma once
/// The view of tokens in the dump of the state.

#include <nlohmann/json_fwd.hpp>

#include "app/base/state.h"

namespace vitrine {

/// What follows from a tokenizer is null where there is none.
nlohmann::ordered_json tokens_json(const State& state);

}  // namespace vitrine
