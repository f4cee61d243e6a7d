#pragma once
/// The module record of this view; see app/base/module.h.

#include "app/base/module.h"

namespace vitrine {

extern const Module compare_module;

}  // namespace vitrine
