#pragma once
/// The module record of exports; see app/base/module.h.

#include "app/base/module.h"

namespace vitrine {

extern const Module export_module;

std::vector<Action> export_actions(const Module& own);

}  // namespace vitrine
