#pragma once
/// The one list of panels.

#include <span>

#include "app/panel/panel.h"

namespace vitrine {

std::span<const Panel> panels();

}  // namespace vitrine
