#pragma once
/// The record of the page for somebody else's model.

#include "app/base/module.h"

namespace vitrine {

extern const Module importing_module;

}  // namespace vitrine
