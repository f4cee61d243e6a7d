#pragma once
/// The parts of the program.

#include "app/base/module.h"
#include "app/state/state.h"

namespace vitrine {

/// All of them, in the order in which they follow a command; the views in the order of their tabs.
Modules all_modules();

/// A state in which nothing is open yet.
inline State new_state() { return State(all_modules()); }

}  // namespace vitrine
