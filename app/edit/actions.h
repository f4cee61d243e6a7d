#pragma once
/// What can be asked for by name to change the open model.

#include <vector>

#include "app/base/action.h"
#include "app/base/module.h"

namespace vitrine {

std::vector<Action> edit_actions(const Module& own);

}  // namespace vitrine
