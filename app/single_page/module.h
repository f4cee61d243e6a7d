#pragma once
/// The module record of pages in a single file.

#include "app/base/module.h"

namespace vitrine {

extern const Module single_page_module;

}  // namespace vitrine
