#pragma once
/// What can be asked for by name about the view.

#include <vector>

#include "app/base/action.h"

namespace vitrine {

std::vector<Action> tensors_actions();

}  // namespace vitrine
