#pragma once
/// The record of what is taken out of the program as files: app/base/module.h says what it consists of.

#include "app/base/module.h"

namespace vitrine {

extern const Module export_module;

/// What can be asked for by name.
std::vector<Action> export_actions(const Module& own);

}  // namespace vitrine
