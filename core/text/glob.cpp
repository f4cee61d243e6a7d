#include "core/text/glob.h"

#include <cstddef>

namespace vitrine {

namespace {

constexpr std::size_t none = std::string_view::npos;

bool matches_one(std::string_view glob, std::string_view path) {
    std::size_t g = 0, p = 0, star = none, resume = 0;
    while (p < path.size()) {
        if (g < glob.size() && glob[g] == '*') {
            star = g++, resume = p;
        } else if (g < glob.size() && (glob[g] == '?' || glob[g] == path[p])) {
            ++g, ++p;
        } else if (star != none) {  // extend the last star by one character
            g = star + 1, p = ++resume;
        } else {
            return false;
        }
    }
    while (g < glob.size() && glob[g] == '*') ++g;
    return g == glob.size();
}

}  // namespace

bool matches_glob(std::string_view glob, std::string_view path) {
    for (std::size_t comma = glob.find(','); comma != none; comma = glob.find(',')) {
        if (matches_one(glob.substr(0, comma), path)) return true;
        glob.remove_prefix(comma + 1);
    }
    return matches_one(glob, path);
}

}  // namespace vitrine
