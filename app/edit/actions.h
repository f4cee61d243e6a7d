#pragma once
/// What can be asked for by name to change the open model.

#include <vector>

#include "app/base/action.h"

namespace vitrine {

std::vector<Action> edit_actions();

}  // namespace vitrine
