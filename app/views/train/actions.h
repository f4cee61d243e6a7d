#pragma once
/// What can be asked for by name about the view.

#include <vector>

#include "app/base/action.h"
#include "app/base/module.h"

namespace vitrine {

std::vector<Action> train_actions(const Module& own);

}  // namespace vitrine
