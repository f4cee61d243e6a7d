#pragma once
/// The record of comparing two runs, which every view does: app/base/module.h says what it consists of.

#include "app/base/module.h"

namespace vitrine {

extern const Module comparison_module;

}  // namespace vitrine
