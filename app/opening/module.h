#pragma once
/// The model that is open, and its gradients.

#include "app/base/module.h"

namespace vitrine {

extern const Module opening_module;
extern const Module gradients_module;

}  // namespace vitrine
