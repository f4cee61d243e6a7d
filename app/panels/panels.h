#pragma once
/// The one list of panels.

#include <span>

#include "app/panels/panel.h"

namespace vitrine {

std::span<const Panel> panels();

/// Whether a view has a panel.
bool is_in(const Panel& panel, View view);

}  // namespace vitrine
