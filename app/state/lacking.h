#pragma once
/// Views that have nothing to show for the shown run. Of their records, only `before` and `forget` are called, and their fields
/// are kept.

#include <string>

#include "app/base/module.h"

namespace vitrine {

/// Why the module has nothing to show, as a sentence for the screen; empty if it has something.
std::string lacking(const State& state, const Module& module);

/// Whether the module's functions may be called, because it has something to show or because no run is shown.
bool works(const State& state, const Module& module);

}  // namespace vitrine
