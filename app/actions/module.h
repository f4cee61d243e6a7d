#pragma once
/// The record of the palette: app/base/module.h says what it consists of.

#include "app/base/module.h"

namespace vitrine {

extern const Module palette_module;

}  // namespace vitrine
