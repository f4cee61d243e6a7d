#pragma once
/// What can be asked for by name about the view.

#include <vector>

#include "app/base/action.h"

namespace vitrine {

std::vector<Action> design_actions();

}  // namespace vitrine
