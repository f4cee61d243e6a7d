#include "app/base/home_path.h"

#include <cstdlib>
#include <string_view>

namespace vitrine {

std::string from_home(const std::string& path) {
    const char* home = std::getenv("HOME");
    return home && path.starts_with("~/") ? home + path.substr(1) : path;
}

std::string towards_home(const std::string& path) {
    const char* home = std::getenv("HOME");
    const std::string folder = home ? std::string(home) + '/' : "";
    return folder.size() > 1 && path.starts_with(folder) ? "~/" + path.substr(folder.size()) : path;
}

std::string without_dropped_folders(std::string text, bool in_page) {
    constexpr std::string_view folder = "/dropped/";  // as app/shell/page/site/keeping.js names it
    if (!in_page) return text;
    for (std::size_t at = 0; (at = text.find(folder, at)) != std::string::npos;) {
        const std::size_t end = text.find_first_not_of("0123456789", at + folder.size());
        if (end != std::string::npos && end > at + folder.size() && text[end] == '/') {
            text.erase(at, end + 1 - at);
        } else {
            at += folder.size();
        }
    }
    return text;
}

}  // namespace vitrine
