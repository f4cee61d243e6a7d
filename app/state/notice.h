#pragma once
/// The notice: one line about an action without visible effect, shown for a few seconds.

#include "app/state/state.h"

namespace vitrine {

/// Shows this notice.
void notify(State& state, std::string what);

/// Removes the notice once it has been shown for a few seconds.
void pass_notice(State& state, double seconds);

}  // namespace vitrine
