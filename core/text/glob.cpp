#include "core/text/glob.h"

#include <cstddef>

namespace vitrine {

bool matches_glob(std::string_view glob, std::string_view path) {
    constexpr std::size_t none = std::string_view::npos;
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

}  // namespace vitrine
