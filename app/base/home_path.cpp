#include "app/base/home_path.h"

#include <cstdlib>

namespace vitrine {

std::string from_home(const std::string& path) {
    const char* home = std::getenv("HOME");
    return home && path.starts_with("~/") ? home + path.substr(1) : path;
}

}  // namespace vitrine
