#pragma once
/// The components of the program, for the about page.

#include <vector>

#include "app/state/state.h"

namespace vitrine {

/// Requires: a current OpenGL context.
std::vector<VersionLine> versions();

}  // namespace vitrine
