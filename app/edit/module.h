#pragma once
/// The record of what is made of an open model by hand: app/base/module.h says what it consists of.

#include "app/base/module.h"

namespace vitrine {

extern const Module edit_module;

}  // namespace vitrine
