#pragma once
/// What the program is made with, for the page about it.

#include <vector>

#include "app/state/state.h"

namespace vitrine {

/// Needs a current OpenGL context.
std::vector<VersionLine> versions();

}  // namespace vitrine
