#pragma once
/// Paths as people type them.

#include <string>

namespace vitrine {

/// A path with the home folder in place of a "~" at its beginning.
std::string from_home(const std::string& path);

}  // namespace vitrine
