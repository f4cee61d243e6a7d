#pragma once
/// What can be asked for by name about files.

#include <vector>

#include "app/base/action.h"
#include "app/base/module.h"

namespace vitrine {

std::vector<Action> export_actions(const Module& own);

}  // namespace vitrine
