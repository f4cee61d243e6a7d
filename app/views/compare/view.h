#pragma once
/// The record of the view, as app/base/module.h describes it, and those of its functions that fill a file.

#include "app/base/module.h"

namespace vitrine {

extern const Module compare_module;

}  // namespace vitrine
