#pragma once
/// The list of all modules.

#include "app/base/module.h"
#include "app/state/state.h"

namespace vitrine {

/// All modules, in the order in which they follow a command. Views under More are in the order of that list; for the others, see
/// Module::main_tab.
Modules all_modules();

/// A state without an open model.
inline State new_state() { return State(all_modules()); }

}  // namespace vitrine
