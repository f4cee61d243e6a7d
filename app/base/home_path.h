#pragma once
/// Paths as people type and read them.

#include <string>

#include "app/base/browser.h"

namespace vitrine {

/// A path with the home folder in place of a "~" at its beginning.
std::string from_home(const std::string& path);

/// A path with "~" in place of the home folder at its beginning.
std::string towards_home(const std::string& path);

/// In a browser, removes the folders that dropped files are stored in, "/dropped/3/", which the user has never seen.
std::string without_dropped_folders(std::string text, bool in_page = in_browser);

}  // namespace vitrine
