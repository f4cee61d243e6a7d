#pragma once
/// The module record of lessons.

#include "app/base/module.h"

namespace vitrine {

extern const Module lesson_module;

/// The entries of the menu *Lesson*, and what Find finds of lessons.
std::vector<Action> lesson_actions(const Module& own);

}  // namespace vitrine
