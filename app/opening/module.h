#pragma once
/// The module records for opening models and for gradients.

#include "app/base/module.h"

namespace vitrine {

extern const Module opening_module;
extern const Module gradients_module;

}  // namespace vitrine
