#pragma once
/// What can be asked for by name about files.

#include <vector>

#include "app/base/action.h"

namespace vitrine {

std::vector<Action> export_actions();

}  // namespace vitrine
