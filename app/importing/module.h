#pragma once
/// Registers the page for models of other programs.

#include "app/base/module.h"

namespace vitrine {

extern const Module importing_module;

}  // namespace vitrine
