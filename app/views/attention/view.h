#pragma once
/// The record of the view: app/base/module.h says what it consists of.

#include "app/base/module.h"

namespace vitrine {

extern const Module attention_module;

}  // namespace vitrine
