#pragma once
/// Why a model cannot be opened now, as part of a sentence; empty where it can.

#include <string>

#include "app/run/request.h"
#include "app/state/state.h"

namespace vitrine {

/// For what opens the model once more that was opened last.
inline std::string needs_request(const State& state) { return names_model(state.request) ? "" : "no model is open"; }

}  // namespace vitrine
