#pragma once
/// What can be asked for by name about the view.

#include <vector>

#include "app/base/action.h"

namespace vitrine {

std::vector<Action> train_actions();

}  // namespace vitrine
