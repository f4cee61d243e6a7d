#pragma once
/// The module record of the palette; see app/base/module.h.

#include "app/base/module.h"

namespace vitrine {

extern const Module palette_module;

}  // namespace vitrine
