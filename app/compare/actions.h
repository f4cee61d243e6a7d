#pragma once
/// What can be asked for by name about two runs beside each other.

#include <vector>

#include "app/base/action.h"
#include "app/base/module.h"

namespace vitrine {

std::vector<Action> comparison_actions(const Module& own);

}  // namespace vitrine
