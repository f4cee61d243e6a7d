#pragma once
/// Why a model cannot be opened now, as part of a sentence; empty if it can.

#include <string>

#include "app/run/request.h"
#include "app/state/state.h"

namespace vitrine {

/// For actions that open the last model again.
inline std::string needs_request(const State& state) { return names_model(state.request) ? "" : "no model is open"; }

}  // namespace vitrine
