#pragma once
/// The module record of pages of one file.

#include "app/base/module.h"

namespace vitrine {

extern const Module single_page_module;

}  // namespace vitrine
