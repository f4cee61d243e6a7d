#pragma once
/// What has been done and cannot be seen is said in one line for a while.

#include "app/state/state.h"

namespace vitrine {

/// Says it from now on.
void notify(State& state, std::string what);

/// A few seconds later it goes.
void pass_notice(State& state, double seconds);

}  // namespace vitrine
